import type { ProbeFacts } from "./facts.ts";

/** The file by which a video is played. */
export type PlaybackPlan =
  /** The original file, by ranges. */
  | { kind: "original" }
  /** A rendition. `reason` is a clause for logs and the page ("is 10-bit"). */
  | { kind: "rendition"; reason: string };

/** Heights of the files to create later, at low priority; null for none. */
export interface DeferredHeights {
  /** A rendition of higher resolution, if the source has one. */
  highResolution: number | null;
  /** A small file, if the playable one has a high bitrate for slow connections or distant key frames for steps. */
  light: number | null;
}

/** Height and bitrate (bits per second) of a rendition. */
export interface MadeRendition {
  height: number;
  bitrate: number;
}

/** Originals above this bitrate (bits per second) get a rendition. */
export const maxOriginalBitrate = 30_000_000;

/** Bitrate (bits per second) up to which a small file would save too little. */
const minBitrateToLighten = 2_000_000;

/** Shorter side of the first rendition, the one of higher resolution and the small file, in pixels. */
const firstSide = 720;
const laterSide = 1080;
const lightSide = 360;

/** Largest side that browsers decode in hardware almost everywhere, in pixels. */
const maxOriginalSide = 4096;

/**
 * Seconds that the video may start after the audio (docs/decisions/0020-frame-times.md). More than any encoder's delay; a
 * longer wait is an edit, and browsers differ in what they display until the first frame.
 */
const maxStartAfterAudio = 0.25;

const containers = new Set(["mp4", "mov", "webm"]);
const audioCodecs = new Set(["aac", "mp3", "opus"]);

/**
 * Whether browsers play the file frame-accurately: 8-bit 4:2:0 H.264, VP8, VP9 or AV1 in MP4, MOV or WebM,
 * with AAC, MP3, Opus or no audio, not interlaced, starting at zero or shortly after its audio, at a constant
 * rate, without frames hidden by an edit list, within the bitrate limit.
 */
export function planPlayback(
  facts: ProbeFacts,
  { maxBitrate = maxOriginalBitrate }: { maxBitrate?: number } = {},
): PlaybackPlan {
  const reason = originalObstacle(facts, maxBitrate);
  return reason === null ? { kind: "original" } : { kind: "rendition", reason };
}

/** Height of the first rendition, in display pixels; even. */
export function renditionHeight(facts: ProbeFacts): number {
  return linesFor(facts, firstSide);
}

/**
 * Heights of files to create beside a video's `rendition`, or beside the original if that is played. Depends
 * on the bitrate of the playable file rather than the source's: HEVC may grow and ProRes shrinks. A
 * rendition is assumed to grow in proportion to its pixels, which is the maximum. `slowSteps`: players show frames of the small
 * file while they step through the original.
 */
export function deferredHeights(
  facts: ProbeFacts,
  rendition: MadeRendition | null,
  slowSteps: boolean,
): DeferredHeights {
  const light = linesFor(facts, lightSide);
  if (!rendition) {
    return { highResolution: null, light: isHeavy(facts.bitrate) || slowSteps ? light : null };
  }
  const later = linesFor(facts, laterSide);
  const highResolution = later > rendition.height ? later : null;
  const growth = highResolution === null ? 1 : (highResolution / rendition.height) ** 2;
  const helps = light < rendition.height && isHeavy(rendition.bitrate * growth);
  return { highResolution, light: helps ? light : null };
}

function isHeavy(bitrate: number): boolean {
  return bitrate > minBitrateToLighten;
}

function originalObstacle(
  { container, durationDeclared, bitrate, video, audio, sound }: ProbeFacts,
  maxBitrate: number,
): string | null {
  if (!containers.has(container)) return `is in a container that browsers don't play (${container})`;
  if (!["avc", "vp8", "vp9", "av1"].includes(video.codec)) return `is coded in ${video.codec}`;
  if (container === "webm" && video.codec === "avc") return "is H.264 inside WebM";
  if (video.hdr !== null) return "has high dynamic range";
  if (video.bitDepth !== 8)
    return video.bitDepth === null ? "has an unknown bit depth" : `is ${video.bitDepth}-bit`;
  if (video.chroma !== "4:2:0") return `has ${video.chroma ?? "unknown"} colour`;
  if (audio && !audioCodecs.has(audio.codec)) return `has ${audio.codec} sound`;
  if (sound?.mixed) return "has several mono sound tracks";
  if ((sound?.tracks[0]?.index ?? 0) > 0) return "begins with another sound track";
  if (video.stream !== undefined) return "begins with another picture track";
  if (video.reconfigured === true) return "changes its coding on the way";
  if (video.interlaced) return "is interlaced";
  if (video.hiddenFrames > 0) return "begins before an edit list's cut";
  if (!startsInTime(video, audio)) return "doesn't start at zero";
  if (!video.constantRate) return "has a variable frame rate";
  if (video.mirrored) return "is mirrored";
  if (!durationDeclared) return "doesn't state its duration";
  if (Math.max(video.codedWidth, video.codedHeight) > maxOriginalSide) return "is larger than 4096 pixels";
  if (bitrate > maxBitrate) return `needs ${Math.round(bitrate / 1e6)} Mbit/s`;
  return null;
}

/**
 * Whether the video starts at zero, or at most `maxStartAfterAudio` after audio that does. Without such audio
 * browsers don't count the time before the first frame in the duration, so the last frames couldn't be reached.
 */
function startsInTime({ startSeconds, rate }: ProbeFacts["video"], audio: ProbeFacts["audio"]): boolean {
  const rounding = 0.0015;
  const halfFrame = rate.den / rate.num / 2 - 0.001;
  const atZero = (seconds: number) => seconds <= Math.max(rounding, halfFrame);
  if (startSeconds < -rounding) return false;
  return (
    atZero(startSeconds) ||
    (audio !== null && atZero(audio.startSeconds) && startSeconds <= maxStartAfterAudio)
  );
}

/**
 * Height of a rendition whose shorter side has at most `side` pixels; even, and never larger than the source.
 */
function linesFor({ video }: ProbeFacts, side: number): number {
  const scale = Math.min(1, side / Math.min(video.width, video.height));
  return Math.max(2, 2 * Math.floor((video.height * scale) / 2 + 1e-6));
}
