import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";

import { runFfmpeg } from "#adapters/ffmpeg/run.ts";

import { originKey } from "./clip-key.ts";
import { everyFfmpeg } from "./every-ffmpeg.ts";
import { keptFile } from "./kept-file.ts";

/** Grey levels of a picture of `filmSize`, 0 to 255. */
export type Drawing = Float32Array;

export const filmSize = { width: 320, height: 180 };
const { width, height } = filmSize;

export function randomNumbers(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const side = 512;
const textures = new Map<number, Drawing>();
/** Cells along a side of the layers of noise, and their weights. */
const layers = [
  [4, 1],
  [8, 0.8],
  [16, 0.6],
  [64, 0.35],
  [128, 0.2],
] as const;

/** Noise of several sizes with ellipses, 0 to 1, which repeats itself at its borders: structure as in a photograph. */
function texture(seed: number): Drawing {
  const existing = textures.get(seed);
  if (existing) return existing;
  const random = randomNumbers(seed);
  const levels = new Float32Array(side * side);
  for (const [cells, weight] of layers) addNoise(levels, cells, weight, random);
  for (let shape = 0; shape < 25; shape++) addEllipse(levels, random);
  const lowest = levels.reduce((a, b) => Math.min(a, b));
  const highest = levels.reduce((a, b) => Math.max(a, b));
  const stretched = levels.map((level) => (level - lowest) / (highest - lowest));
  textures.set(seed, stretched);
  return stretched;
}

function addNoise(target: Drawing, cells: number, weight: number, random: () => number): void {
  const grid = Float32Array.from({ length: cells * cells }, random);
  const step = side / cells;
  const corner = (x: number, y: number) => grid[(y % cells) * cells + (x % cells)] ?? 0;
  const smooth = (share: number) => share * share * (3 - 2 * share);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [cellX, cellY] = [Math.floor(x / step), Math.floor(y / step)];
      const [right, below] = [smooth((x / step) % 1), smooth((y / step) % 1)];
      const upper = corner(cellX, cellY) * (1 - right) + corner(cellX + 1, cellY) * right;
      const lower = corner(cellX, cellY + 1) * (1 - right) + corner(cellX + 1, cellY + 1) * right;
      target[y * side + x] = (target[y * side + x] ?? 0) + weight * (upper * (1 - below) + lower * below);
    }
  }
}

function addEllipse(target: Drawing, random: () => number): void {
  const [centreX, centreY] = [random() * side, random() * side];
  const [radiusX, radiusY] = [8 + random() * 40, 8 + random() * 40];
  const level = 3 * random();
  for (let y = Math.floor(centreY - radiusY); y < centreY + radiusY; y++) {
    for (let x = Math.floor(centreX - radiusX); x < centreX + radiusX; x++) {
      if (((x - centreX) / radiusX) ** 2 + ((y - centreY) / radiusY) ** 2 > 1) continue;
      const at = ((y + side) % side) * side + ((x + side) % side);
      target[at] = 0.4 * (target[at] ?? 0) + 0.6 * level;
    }
  }
}

interface View {
  /** Middle of the picture, in its pixels. */
  x?: number;
  y?: number;
  zoom?: number;
  /** Grey levels of the darkest and brightest points. */
  dark?: number;
  bright?: number;
}

/** A view of the scene `seed`, between its pixels if need be. */
export function scene(seed: number, { x = 0, y = 0, zoom = 1, dark = 20, bright = 220 }: View = {}): Drawing {
  const pixels = texture(seed);
  const drawing = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    const v = (row - height / 2) / zoom + y + 1024;
    const above = (Math.floor(v) % side) * side;
    const under = (Math.floor(v + 1) % side) * side;
    const down = v % 1;
    for (let column = 0; column < width; column++) {
      const u = (column - width / 2) / zoom + x + 1024;
      const [left, next] = [Math.floor(u) % side, Math.floor(u + 1) % side];
      const across = u % 1;
      const upper = (pixels[above + left] ?? 0) * (1 - across) + (pixels[above + next] ?? 0) * across;
      const lower = (pixels[under + left] ?? 0) * (1 - across) + (pixels[under + next] ?? 0) * across;
      drawing[row * width + column] = dark + (bright - dark) * (upper * (1 - down) + lower * down);
    }
  }
  return drawing;
}

export function flat(level: number): Drawing {
  return new Float32Array(width * height).fill(level);
}

/** Noise of a camera, another one for each seed. */
export function grained(drawing: Drawing, seed: number, strength: number): Drawing {
  const random = randomNumbers(seed + 1);
  return drawing.map((level) => level + strength * (random() + random() + random() - 1.5) * 2);
}

/** The `share` of the second picture over the first. */
export function blended(one: Drawing, other: Drawing, share: number): Drawing {
  return one.map((level, at) => level * (1 - share) + (other[at] ?? 0) * share);
}

export function brightened(drawing: Drawing, factor: number): Drawing {
  return drawing.map((level) => Math.min(255, level * factor));
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  level: number;
}

function paint(drawing: Drawing, { x, y, w, h, level }: Box): void {
  for (let row = Math.max(0, Math.round(y)); row < Math.min(height, Math.round(y + h)); row++) {
    const begin = Math.max(0, Math.min(width, Math.round(x)));
    const end = Math.max(begin, Math.min(width, Math.round(x + w)));
    drawing.fill(level, row * width + begin, row * width + end);
  }
}

/** A copy with a rectangle, in pixels. */
export function boxed(drawing: Drawing, box: Box): Drawing {
  const copy = Float32Array.from(drawing);
  paint(copy, box);
  return copy;
}

interface Lettering {
  seed: number;
  x: number;
  y: number;
  level?: number;
  words?: number;
  lines?: number;
}

/** A copy with lines of words, of `seed`, from a point on; only the first `words` of them. */
export function lettered(
  drawing: Drawing,
  { seed, x, y, level = 255, words = 1000, lines = 2 }: Lettering,
): Drawing {
  const random = randomNumbers(seed);
  const copy = Float32Array.from(drawing);
  for (let line = 0, word = 0; line < lines; line++) {
    for (let at = x; at < width - x && word < words; word++) {
      const letters = 2 + Math.floor(random() * 7);
      for (let letter = 0; letter < letters; letter++) {
        const h = 4 + Math.floor(random() * 4);
        paint(copy, { x: at + letter * 5, y: y + line * 14 + 8 - h, w: 3, h, level });
      }
      at += letters * 5 + 6;
    }
  }
  return copy;
}

export interface Film {
  /** The frame of this number. */
  draw: (n: number) => Drawing;
  frames: number;
  rate?: string;
  /** ffmpeg's filter before encoding. */
  filter?: string;
  /** ffmpeg's output options, H.264 of usual quality by default. */
  coding?: readonly string[];
  extension?: "mp4" | "ts";
  /** Seconds at the beginning that an edit list hides. */
  hiddenSeconds?: number;
}

export const usualCoding = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-pix_fmt", "yuv420p"];

/** Path of the film as a video, encoded when it is first used and kept in `.cache/clips`. */
export async function drawnFilm({
  draw,
  frames,
  rate = "30",
  filter = "null",
  coding = usualCoding,
  extension = "mp4",
  hiddenSeconds = 0,
}: Film): Promise<string> {
  const raw = Buffer.concat(
    Array.from({ length: frames }, (_, n) => Buffer.from(Uint8ClampedArray.from(draw(n)))),
  );
  const [ffmpeg] = everyFfmpeg;
  if (!ffmpeg) throw new TypeError("There is no ffmpeg");
  const digest = createHash("sha256").update(raw).digest("hex");
  const key = originKey([digest, rate, filter, coding, hiddenSeconds, ffmpeg.version]);
  return keptFile(`film.${extension}`, key, async (target) => {
    const input = `${target}.raw`;
    const whole = hiddenSeconds > 0 ? `${target}.whole.mp4` : target;
    await writeFile(input, raw);
    const format = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", `${width}x${height}`, "-r", rate];
    const run = (args: string[]) => runFfmpeg(ffmpeg, { args, timeLimitSeconds: 120 });
    try {
      await run([...format, "-i", input, "-vf", filter, ...coding, whole]);
      if (whole !== target) await run(["-ss", String(hiddenSeconds), "-i", whole, "-c", "copy", target]);
    } finally {
      await rm(input, { force: true });
      if (whole !== target) await rm(whole, { force: true });
    }
  });
}
