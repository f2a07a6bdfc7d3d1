import { AdapterError } from "#core/adapter-error.ts";

import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { renditionFrames, timeFrames } from "./frame-timing.ts";
import { type PacketIndex, readPacketIndex } from "./packet-index.ts";

/** Containers of tapes, whose standards have one rate for all frames, beginning at zero. */
const constantRateContainers = new Set(["mxf", "gxf", "dv"]);
/** Containers without frames of their own, in which ffmpeg finds the fields of interlaced H.264. */
const fieldContainers = new Set(["mpeg-ts", "mpegts", "mpeg", "h264"]);

/**
 * The facts with the frame times of the whole file. An MP4 or MOV has them in its index, unless an edit list plays parts of
 * it. Where they can't be read, the rate is not known to be constant.
 */
export async function withFrameTimes(ffmpeg: Ffmpeg, path: string, facts: ProbeFacts): Promise<ProbeFacts> {
  const { container, video } = facts;
  if (constantRateContainers.has(container)) return { ...facts, video: { ...video, firstSeconds: 0 } };
  if (video.framesCounted && (container === "mp4" || container === "mov")) return facts;
  const mayHaveFields =
    video.codec === "avc" || video.codec === "h264" ? fieldContainers.has(container) : false;
  const index = await readPacketIndex(ffmpeg, path, facts, mayHaveFields).catch(nullIfPermanent);
  if (!index) return { ...facts, video: { ...video, constantRate: false, framesCounted: false } };
  return merge(facts, index);
}

function merge(facts: ProbeFacts, index: PacketIndex): ProbeFacts {
  const { times, end, resolution, frameSeconds, keyFrames } = index;
  const firstSeconds = times[0] ?? 0;
  const durationSeconds = end - firstSeconds;
  const { rate, constant } = timeFrames(times, resolution, frameSeconds);
  return {
    ...facts,
    durationSeconds,
    ...(index.soundEnd !== undefined && { soundSeconds: index.soundEnd - firstSeconds }),
    bitrate: Math.round((facts.bytes * 8) / Math.max(durationSeconds, 0.001)),
    video: {
      ...facts.video,
      ...keyFrames,
      rate,
      constantRate: constant,
      frames: constant ? times.length : renditionFrames(times, end, rate),
      framesCounted: true,
      hiddenFrames: Math.max(facts.video.hiddenFrames, index.hidden),
      firstSeconds,
      ...(index.decoderDelay > 0 && { decoderDelay: index.decoderDelay }),
    },
  };
}

/** A file that is damaged or takes too long is converted by the times of the frames that can be decoded. */
function nullIfPermanent(error: unknown): null {
  if (error instanceof AdapterError && error.kind === "permanent") return null;
  throw error;
}
