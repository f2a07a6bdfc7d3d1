import type { ProbeFacts } from "./facts.ts";

/** How a video is made watchable. */
export type PlaybackPlan =
  /** The file as it is, by ranges. */
  | { kind: "original" }
  /** A rendition. `reason` is a clause for logs and the page ("is 10-bit"). */
  | { kind: "rendition"; reason: string };

/** Lines, as shown, of what is worth making afterwards, when nothing else wants the processor. */
export interface LaterHeights {
  /** A sharper rendition, where the source has more to show. */
  sharp: number | null;
  /** A file for slow lines, where what is watched is heavy. */
  light: number | null;
}

/** A rendition as it was made: its lines, and what it weighs in bits per second. */
export interface MadeRendition {
  height: number;
  bitrate: number;
}

/** Above this an original is heavier than a reviewer's line should need, bits per second. */
export const maxOriginalBitrate = 30_000_000;

/** What people watch that is not heavier than this, in bits per second, has no light file: it would save too little. */
const minBitrateToLighten = 2_000_000;

/** The shorter side of the first rendition, of the later one and of the light file, in pixels. */
const firstSide = 720;
const laterSide = 1080;
const lightSide = 360;

/** Largest pictures that browsers decode in hardware almost everywhere. */
const maxOriginalSide = 4096;

const containers = new Set(["mp4", "mov", "webm"]);
const soundCodecs = new Set(["aac", "mp3", "opus"]);

/**
 * Decides whether browsers truly play the file as it is, frame by frame: 8-bit 4:2:0 H.264, VP8, VP9 or AV1 in MP4, MOV or
 * WebM with AAC, MP3, Opus or no sound, not interlaced, starting within half a frame of zero, at a constant rate, without an edit list, and
 * not too heavy.
 */
export function planPlayback(facts: ProbeFacts, limits = { maxBitrate: maxOriginalBitrate }): PlaybackPlan {
  const reason = obstacle(facts, limits.maxBitrate);
  return reason === null ? { kind: "original" } : { kind: "rendition", reason };
}

/** How tall the first rendition of a video becomes, whether it needs one or not: lines as shown, even. */
export function renditionHeight(facts: ProbeFacts): number {
  return linesFor(facts, firstSide);
}

/**
 * What is worth making beside a video's `rendition`, or beside the video itself where that is watched as it is. It goes by the
 * weight of what people watch, which says little of the source's: HEVC may grow, and ProRes shrinks. A sharper rendition
 * is taken to weigh in proportion to its picture, which is the most that it may.
 */
export function laterHeights(facts: ProbeFacts, rendition: MadeRendition | null): LaterHeights {
  const light = linesFor(facts, lightSide);
  if (!rendition) return { sharp: null, light: isHeavy(facts.bitrate) ? light : null };
  const later = linesFor(facts, laterSide);
  const sharp = later > rendition.height ? later : null;
  const growth = sharp === null ? 1 : (sharp / rendition.height) ** 2;
  const helps = light < rendition.height && isHeavy(rendition.bitrate * growth);
  return { sharp, light: helps ? light : null };
}

function isHeavy(bitrate: number): boolean {
  return bitrate > minBitrateToLighten;
}

function obstacle(
  { container, durationDeclared, bitrate, video, audio }: ProbeFacts,
  maxBitrate: number,
): string | null {
  if (!containers.has(container)) return `is in a container that browsers don't play (${container})`;
  if (!["avc", "vp8", "vp9", "av1"].includes(video.codec)) return `is coded in ${video.codec}`;
  if (container === "webm" && video.codec === "avc") return "is H.264 inside WebM";
  if (video.hdr !== null) return "has high dynamic range";
  if (video.bitDepth !== 8)
    return video.bitDepth === null ? "has an unknown bit depth" : `is ${video.bitDepth}-bit`;
  if (video.chroma !== "4:2:0") return `has ${video.chroma ?? "unknown"} colour`;
  if (audio && !soundCodecs.has(audio.codec)) return `has ${audio.codec} sound`;
  if (video.interlaced) return "is interlaced";
  if (video.hiddenFrames > 0) return "begins before an edit list's cut";
  if (!startsAtZero(video)) return "doesn't start at zero";
  if (!video.constantRate) return "has a variable frame rate";
  if (video.mirrored) return "is mirrored";
  if (!durationDeclared) return "doesn't state its duration";
  if (Math.max(video.codedWidth, video.codedHeight) > maxOriginalSide) return "is larger than 4096 pixels";
  if (bitrate > maxBitrate) return `needs ${Math.round(bitrate / 1e6)} Mbit/s`;
  return null;
}

/**
 * Whether a player that seeks to the middle of frame n shows frame n. In WebM with Opus, video may start some milliseconds
 * late: half a frame at most, less the millisecond to which WebM rounds.
 */
function startsAtZero({ startSeconds, rate }: ProbeFacts["video"]): boolean {
  const rounding = 0.0015;
  const latest = rate.den / rate.num / 2 - 0.001;
  return startSeconds >= -rounding && startSeconds <= Math.max(rounding, latest);
}

/** Lines of a rendition whose shorter side has `side` pixels; never more than the source has, always even. */
function linesFor({ video }: ProbeFacts, side: number): number {
  const scale = Math.min(1, side / Math.min(video.width, video.height));
  return Math.max(2, 2 * Math.floor((video.height * scale) / 2 + 1e-6));
}
