import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";

import { clockOutput, inputArgs, isUnfinished, pictureStream, soundStreams } from "./clock.ts";
import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { haveFields, joinFields } from "./field-packets.ts";
import { describeKeyFrames, type KeyFrames } from "./key-frames.ts";
import { options, runFfmpeg, sourceArgs } from "./run.ts";

/** Frame times of a video by all of its packets, on ffmpeg's clock, which is also that of a conversion. */
export interface PacketIndex {
  /** Seconds, ascending. */
  times: Float64Array;
  /** End of the last frame. */
  end: number;
  /** Ticks per second of the track's clock. */
  resolution: number;
  /** Stated duration of the last frame. */
  frameSeconds: number;
  /** Frames that an edit list hides. */
  hidden: number;
  /** Seconds by which the decoder states times later than the file. */
  decoderDelay: number;
  /** End of the sound of an unfinished recording. */
  soundEnd: number | undefined;
  keyFrames: KeyFrames;
}

/** Twelve hours at 240 frames a second. */
const maxFrames = 12 * 60 * 60 * 240;
const bytesPerSecond = 20_000_000;
const [keyFlag, corruptFlag, discardedFlag] = [1, 2, 4];

/**
 * Reads all packets of a video without decoding them, about as fast as the disk. `null` if it has no frame that can be
 * decoded. `mayHaveFields`: a packet may contain one field of a frame. Rejects with the `AdapterError`s of `runFfmpeg`.
 */
export async function readPacketIndex(
  ffmpeg: Ffmpeg,
  path: string,
  facts: ProbeFacts,
  mayHaveFields: boolean,
): Promise<PacketIndex | null> {
  const output = new PassThrough();
  const packets = readPackets(output);
  // Awaited below; prevents an unhandled rejection until then.
  packets.catch(() => {});
  try {
    await runFfmpeg(ffmpeg, {
      args: [
        ...inputArgs(facts, path),
        ...options({ map: pictureStream(facts) }),
        ...options({ map: `${soundStreams(facts)}?`, c: "copy" }),
        ...(isUnfinished(facts) ? [] : options({ "bsf:a": "noise=drop=1" })),
        ...options({ f: "framecrc" }),
        "pipe:3",
      ],
      timeLimitSeconds: 60 + facts.bytes / bytesPerSecond,
      onData: (chunk) => output.write(chunk),
    });
  } finally {
    output.end();
  }
  const stored = await packets;
  const hasFields =
    mayHaveFields && haveFields(stored, await readDecodedTimes(ffmpeg, path, facts, triedFrames));
  const read = hasFields ? joinFields(stored) : stored;
  const isComplete = !read.presented.some(Number.isNaN);
  const [firstSeconds = null] = isComplete ? [] : await readDecodedTimes(ffmpeg, path, facts, 1);
  return packetIndex(read, firstSeconds);
}

/** Frames that are decoded to see whether packets contain fields. */
const triedFrames = 16;

/** Times of the first decoded frames in seconds, at most `count`. */
async function readDecodedTimes(
  ffmpeg: Ffmpeg,
  path: string,
  facts: ProbeFacts,
  count: number,
): Promise<number[]> {
  let logged = "";
  await runFfmpeg(ffmpeg, {
    args: [
      ...options({ t: 10 }),
      ...sourceArgs(path),
      ...options({
        map: pictureStream(facts),
        fps_mode: "passthrough",
        "enc_time_base:v": -1,
        "frames:v": count,
      }),
      ...options({ "stats_enc_pre:v": "pipe:3", "stats_enc_pre_fmt:v": "{t}", f: "null" }),
      "-",
      ...clockOutput(facts),
    ],
    timeLimitSeconds: 60,
    onData: (chunk) => (logged += chunk.toString()),
  });
  return logged
    .split("\n")
    .map((line) => Number.parseFloat(line))
    .filter((seconds) => !Number.isNaN(seconds));
}

/** Packets in stored order, in ticks. A missing presentation time is `NaN`. */
export interface Packets {
  tickSeconds: number;
  decoded: number[];
  presented: number[];
  /** Of each packet. */
  durations: number[];
  flags: number[];
  /** End of the sound in seconds, where its packets were read. */
  soundEnd?: number | undefined;
}

/** Parses the output of ffmpeg's `framecrc`. The first stream is the picture, the second one the sound. */
async function readPackets(output: PassThrough): Promise<Packets> {
  const packets: Packets = { tickSeconds: 0, decoded: [], presented: [], durations: [], flags: [] };
  let soundTick = 0;
  for await (const line of createInterface(output)) {
    const [, stream, num, den] = /^#tb ([01]): (\d+)\/(\d+)/.exec(line) ?? [];
    if (stream === "0") packets.tickSeconds = Number(num) / Number(den);
    else if (stream === "1") soundTick = Number(num) / Number(den);
    if (line.startsWith("1,")) {
      const [, , presented = 0, duration = 0] = line.split(",").map(Number);
      packets.soundEnd = Math.max(packets.soundEnd ?? 0, (presented + duration) * soundTick);
    }
    if (!line.startsWith("0,") || packets.decoded.length === maxFrames) continue;
    const [, decoded, presented, duration, size, , ...more] = line.split(",");
    // AVI has empty packets in the places of dropped frames.
    if (Number(size) === 0) continue;
    const flags = more.find((field) => field.startsWith(" F="))?.slice(3);
    packets.decoded.push(Number(decoded));
    packets.presented.push(parseTick(presented));
    packets.durations.push(Number(duration));
    packets.flags.push(flags === undefined ? keyFlag : Number(flags));
  }
  return packets;
}

/** ffmpeg prints the smallest number of 64 bits for a missing time. */
function parseTick(text: string | undefined): number {
  const value = Number(text ?? Number.NaN);
  return value < -(2 ** 62) ? Number.NaN : value;
}

/** `firstSeconds` is the time of the first decoded frame, if not all packets have one. Exported for its test. */
export function packetIndex(
  { tickSeconds, decoded, presented, durations, flags, soundEnd }: Packets,
  firstSeconds: number | null,
): PacketIndex | null {
  const ticks = firstSeconds === null ? presented : inRhythm(decoded, Math.round(firstSeconds / tickSeconds));
  const isStated = (tick: number, n: number) => n > 0 && !Number.isNaN(tick);
  // Frames that are presented as they are decoded, such as film with pulldown flags, for which decoders wait nevertheless.
  const isInOrder =
    firstSeconds !== null &&
    presented.some(isStated) &&
    presented.every((tick, n) => !isStated(tick, n) || tick === decoded[n]);
  const firstKey = flags.findIndex((flag) => (flag & keyFlag) !== 0);
  if (firstKey < 0) return null;
  /** Frames before the first key frame refer to ones that the file doesn't have. */
  const begins = ticks[firstKey] ?? 0;
  const visible: number[] = [];
  const keys: number[] = [];
  let hidden = 0;
  for (const [n, tick] of ticks.entries()) {
    const flag = flags[n] ?? 0;
    if ((flag & discardedFlag) !== 0) hidden += 1;
    // The file ends in the middle of its last frame.
    else if ((flag & corruptFlag) !== 0 && n === ticks.length - 1) continue;
    else if (tick >= begins) visible.push(tick * tickSeconds);
    if ((flag & keyFlag) !== 0) keys.push(tick * tickSeconds);
  }
  if (visible.length === 0 || visible.some(Number.isNaN)) return null;
  const times = Float64Array.from(visible).sort();
  const frameSeconds = (durations.at(-1) ?? 0) * tickSeconds;
  return {
    times,
    end: (times.at(-1) ?? 0) + frameSeconds,
    resolution: 1 / tickSeconds,
    frameSeconds,
    hidden,
    soundEnd,
    decoderDelay: isInOrder ? Math.max(0, firstSeconds - (decoded[0] ?? 0) * tickSeconds) : 0,
    keyFrames: describeKeyFrames(keys, times),
  };
}

/** Frames by which decoding is ahead of presenting, at most. */
const maxReordered = 16;

/**
 * Presentation times where not all are stated, as in program streams and AVI: frames are presented in the rhythm in which they
 * are decoded, some frames later.
 */
function inRhythm(decoded: readonly number[], first: number): readonly number[] {
  const later = decoded.findIndex((tick) => tick >= first);
  if (later < 0 || later > maxReordered) return decoded.map((tick) => tick + first - (decoded[0] ?? 0));
  const last = decoded.at(-1) ?? 0;
  const period = (last - (decoded[0] ?? 0)) / Math.max(1, decoded.length - 1);
  return decoded.map((_, n) => decoded[n + later] ?? last + (n + later - decoded.length + 1) * period);
}
