import { rateName } from "#modules/media/rules/frames.ts";

import type { FileFacts } from "./facts.ts";
import { finding, type Finding } from "./findings.ts";
import { aspectRatio, codecNames, type DeliverySpecification, equalRates } from "./specification.ts";
import { alternatives } from "./texts.ts";

/** Relative difference up to which ratios of width and height are equal: sizes are rounded to even pixels. */
export const aspectTolerance = 0.01;

/** Heights from which the colours of HD, BT.709, are usual (ITU-R BT.709 has 1080 lines, players guess from 720). */
const hdHeight = 720;

/** Seconds by which a length may miss a limit of the specification: exports end on whole frames. */
const lengthTolerance = 0.5;

const hdrNames = { pq: "PQ", hlg: "HLG" } as const;

/** Findings about a file that need nothing but its head and tail, so that browsers have them before the upload. */
export function judgeFile(facts: FileFacts, specification: DeliverySpecification): Finding[] {
  return [
    ...(facts.soundTracks === 0 ? [finding("no_sound", {})] : []),
    ...judgeColour(facts),
    ...judgeSize(facts, specification),
    ...judgeRate(facts, specification),
    ...judgeLength(facts, specification),
    ...judgeCodec(facts, specification),
  ];
}

function judgeColour({ colour, height }: FileFacts): Finding[] {
  if (!colour) return [];
  const { matrix, hdr, fullRange } = colour;
  if (hdr) return [finding("hdr", { format: hdrNames[hdr] })];
  if (matrix === null) return height >= hdHeight ? [finding("colour_unlabelled", {})] : [];
  const unusual = [
    isUsualMatrix(matrix, height) ? "" : `the colours of ${matrix}`,
    fullRange ? "full range" : "",
  ].filter(Boolean);
  return unusual.length > 0 ? [finding("colour_unusual", { colours: unusual.join(" and ") })] : [];
}

function isUsualMatrix(matrix: string, height: number): boolean {
  return matrix === "bt709" || (height < hdHeight && ["smpte170m", "bt470bg"].includes(matrix));
}

function judgeSize({ width, height }: FileFacts, specification: DeliverySpecification): Finding[] {
  const { width: wantedWidth = width, height: wantedHeight = height, aspect } = specification;
  if (width !== wantedWidth || height !== wantedHeight) {
    const demands = [
      specification.width === undefined ? "" : `${specification.width} pixels of width`,
      specification.height === undefined ? "" : `${specification.height} pixels of height`,
    ].filter(Boolean);
    const wanted = demands.length === 2 ? `${wantedWidth} × ${wantedHeight}` : demands.join("");
    const smaller = Number(width < wantedWidth || height < wantedHeight);
    return [finding("picture_size", { width, height, wanted, smaller })];
  }
  if (aspect === undefined || hasAspect(width / height, aspect)) return [];
  return [finding("aspect_ratio", { width, height, wanted: aspect })];
}

/** Whether a ratio of width to height is that of a text such as `16:9`. */
export function hasAspect(ratio: number, aspect: string): boolean {
  return Math.abs(ratio / aspectRatio(aspect) - 1) <= aspectTolerance;
}

function judgeRate({ rate, constantRate }: FileFacts, specification: DeliverySpecification): Finding[] {
  const { frameRate } = specification;
  const varies = constantRate === false;
  const variable = varies && specification.constantRate ? [finding("variable_rate", {})] : [];
  // The mean of a variable rate is never the exact one.
  if (!rate || !frameRate || varies || equalRates(rate, frameRate)) return variable;
  const names = { rate: rateName(rate), wanted: rateName(frameRate) };
  return [finding("frame_rate", names)];
}

function judgeLength(
  { durationSeconds: seconds }: FileFacts,
  { minSeconds, maxSeconds }: DeliverySpecification,
): Finding[] {
  if (seconds === null) return [];
  const short = minSeconds !== undefined && seconds < minSeconds - lengthTolerance;
  const long = maxSeconds !== undefined && seconds > maxSeconds + lengthTolerance;
  if (!short && !long) return [];
  return [finding("length", { seconds, minimum: minSeconds ?? null, maximum: maxSeconds ?? null })];
}

function judgeCodec({ codec }: FileFacts, { codecs }: DeliverySpecification): Finding[] {
  if (codec === null || !codecs || codecs.some((each) => each === codec)) return [];
  const names: Record<string, string> = codecNames;
  const wanted = alternatives(codecs.map((each) => codecNames[each]));
  return [finding("codec", { codec: names[codec] ?? codec, wanted })];
}
