import type { GreyFrame, GreySize } from "./grey-frames.ts";
import { maxRanges, type PictureMeasures } from "./measures.ts";

/** WCAG 2.3.1: change of relative luminance, the darker one below, share of the picture at once, more flashes per second than. */
const general = { change: 0.1, darker: 0.8, area: 0.25, atOnceSeconds: 0.05, perSecond: 3 };
/** Pixels along a side of the blocks that are followed. */
const blockSide = 10;
/** Light of diffuse white in nits, and the grey level of HLG at which it is. */
const diffuseWhite = { nits: 203, hlg: 0.75 };

type Transfer = "pq" | "hlg" | null;

interface Block {
  /** Brightest or darkest since the last swing. */
  high: number;
  low: number;
  /** Direction of the last swing. */
  up: boolean | null;
  /** Frames of the last swings, within a second. */
  swings: number[];
}

interface Swing {
  number: number;
  block: Block;
  up: boolean | null;
}

/** Counts swings of luminance in blocks of the picture: a flash is two of opposite directions. */
export function createFlashMeter({ width, height }: GreySize, framesPerSecond: number, transfer: Transfer) {
  const light = luminance(transfer);
  const across = Math.ceil(width / blockSide);
  const down = Math.ceil(height / blockSide);
  const blocks = Array.from({ length: across * down }, (): Block => ({
    high: Number.NaN,
    low: Number.NaN,
    up: null,
    swings: [],
  }));
  const needed = Math.ceil(general.area * blocks.length);
  const sums = new Float64Array(blocks.length);
  const atOnce = Math.ceil(general.atOnceSeconds * framesPerSecond);
  /** Swings of the last frames, which count if enough of the picture swings at once. */
  const pending: Swing[] = [];
  /** Frames of the last second in which it did. */
  const together: number[] = [];
  const ranges: PictureMeasures["flashes"] = [];

  const measureBlocks = (pixels: Uint8Array): void => {
    sums.fill(0);
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / blockSide) * across;
      for (let x = 0; x < width; x++) {
        const block = row + Math.floor(x / blockSide);
        sums[block] = (sums[block] ?? 0) + (light[pixels[y * width + x] ?? 0] ?? 0);
      }
    }
  };
  const pixelsIn = (block: number): number => {
    const columns = Math.min(blockSide, width - (block % across) * blockSide);
    return columns * Math.min(blockSide, height - Math.floor(block / across) * blockSide);
  };

  return {
    take({ number, pixels }: Pick<GreyFrame, "number" | "pixels">): void {
      measureBlocks(pixels);
      const swung = blocks.filter((block, at) => swing(block, (sums[at] ?? 0) / pixelsIn(at)));
      pending.push(...swung.map((block) => ({ number, block, up: block.up })));
      while ((pending[0]?.number ?? number) <= number - atOnce) pending.shift();
      if (!isFlash(pending, number, needed)) return;
      together.push(pending[pending.length >> 1]?.number ?? number);
      for (const one of pending.splice(0)) one.block.swings.push(one.number);
      const since = number - framesPerSecond;
      const counts = blocks.map((block) => {
        while ((block.swings[0] ?? number) <= since) block.swings.shift();
        return block.swings.length;
      });
      const perSecond = (counts.toSorted((a, b) => b - a)[needed - 1] ?? 0) / 2;
      if (perSecond <= general.perSecond) return;
      while ((together[0] ?? number) <= since) together.shift();
      const from = together[0] ?? number;
      const last = ranges.at(-1);
      if (last && from <= last.to) {
        last.to = number + 1;
        last.perSecond = Math.max(last.perSecond, perSecond);
      } else if (ranges.length < maxRanges) ranges.push({ from, to: number + 1, perSecond });
    },
    finish: (): PictureMeasures["flashes"] => ranges,
  };
}

/**
 * Whether `needed` blocks swing in one direction: in the frame `number`, or in a few frames while hardly any swing in the other. Of a
 * moving pattern or with a shaking camera, some blocks swing in both directions all the time.
 */
function isFlash(swings: readonly Swing[], number: number, needed: number): boolean {
  const count = (up: boolean, since: number) =>
    swings.filter((one) => one.up === up && one.number >= since).length;
  return [true, false].some(
    (up) => count(up, number) >= needed || (count(up, 0) >= needed && count(!up, 0) <= count(up, 0) / 2),
  );
}

/** Follows the luminance of a block; true where it has swung in the other direction. */
function swing(block: Block, now: number): boolean {
  if (Number.isNaN(block.high)) {
    block.high = now;
    block.low = now;
    return false;
  }
  if (block.up !== false && block.high - now >= general.change && now < general.darker) {
    block.up = false;
    block.low = now;
    return true;
  }
  if (block.up !== true && now - block.low >= general.change && block.low < general.darker) {
    block.up = true;
    block.high = now;
    return true;
  }
  block.high = Math.max(block.high, now);
  block.low = Math.min(block.low, now);
  return false;
}

/** Relative luminance of each grey level. Of high dynamic range, that of diffuse white is 1. */
function luminance(transfer: Transfer): Float64Array {
  const linear = { pq: pqLight, hlg: hlgLight, sdr: srgbLight }[transfer ?? "sdr"];
  return Float64Array.from({ length: 256 }, (_, level) => Math.min(1, linear(level / 255)));
}

function srgbLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function pqLight(value: number): number {
  const power = value ** (1 / 78.84375);
  const ratio = Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power);
  return (10_000 * ratio ** (1 / 0.1593017578125)) / diffuseWhite.nits;
}

function hlgLight(value: number): number {
  const scene = (signal: number) =>
    signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return (scene(value) / scene(diffuseWhite.hlg)) ** 1.2;
}
