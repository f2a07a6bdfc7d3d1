import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

import type { ExactRate } from "./facts.ts";
import { options } from "./run.ts";

/** A frame of a conversion. */
interface LoggedFrame {
  /** Its number. */
  frame: number;
  /** Number of the decoded frame that it shows, and that frame's time on ffmpeg's clock; `NaN` if it has none. */
  source: number;
  sourceSeconds: number;
}

/** ffmpeg's output options that log which frame of the source each frame of a conversion shows. */
export function frameLogOutput(name: string): string[] {
  return options({ "stats_enc_pre:v": name, "stats_enc_pre_fmt:v": "{pts} {ni} {ptsi} {tbi}" });
}

/** The log of a conversion at `rate`. */
export interface FrameLog {
  frames: number;
  /** Largest distance of a frame from its time in the source, in frames; not of those beside a late one. */
  deviation: number;
}

/** Frames around a late one whose times decoders can't know: as many as they reorder. */
const reordered = 16;

/**
 * Reads the log of a conversion whose frame 0 has the time `firstSeconds` in the source, or that of its first decoded frame.
 * Frames that repeat the one before only fill the time until the next one. Where packets are lost, the decoder outputs a frame
 * after ones of later times, and guesses the times of those around it.
 */
export async function readFrameLog(
  file: string,
  { rate, firstSeconds }: { rate: ExactRate; firstSeconds?: number | undefined },
): Promise<FrameLog> {
  let frames = 0;
  let deviation = 0;
  let source = Number.NaN;
  let begin = firstSeconds;
  let before = Number.NEGATIVE_INFINITY;
  let lateFrame = Number.NEGATIVE_INFINITY;
  /** Of the last frames, which don't count if a late one follows. */
  const recent: { frame: number; distance: number }[] = [];
  for await (const line of createInterface(createReadStream(file))) {
    const logged = parseLine(line);
    begin ??= logged.sourceSeconds;
    if (logged.frame !== frames) deviation = Number.POSITIVE_INFINITY;
    // What precedes the first frame that can be decoded shows that one.
    const isNew = frames > 0 && logged.source !== source;
    if (isNew && !Number.isNaN(logged.sourceSeconds)) {
      const place = ((logged.sourceSeconds - begin) * rate.num) / rate.den;
      if (logged.sourceSeconds < before) {
        lateFrame = frames;
        recent.length = 0;
      }
      if (frames > lateFrame + reordered) {
        recent.push({ frame: frames, distance: Math.abs(place - logged.frame) });
      }
      before = logged.sourceSeconds;
    }
    while (recent[0] && recent[0].frame < frames - reordered) {
      deviation = Math.max(deviation, recent.shift()?.distance ?? 0);
    }
    source = logged.source;
    frames += 1;
  }
  return { frames, deviation: Math.max(deviation, ...recent.map(({ distance }) => distance)) };
}

function parseLine(line: string): LoggedFrame {
  const [frame = "", source, ticks, clock = ""] = line.split(" ");
  const [num, den] = clock.split("/").map(Number);
  // ffmpeg prints the smallest number of 64 bits for a missing time.
  const sourceTicks = Number(ticks) < -(2 ** 62) ? Number.NaN : Number(ticks);
  return {
    frame: Number(frame),
    source: Number(source),
    sourceSeconds: (sourceTicks * (num ?? Number.NaN)) / (den ?? Number.NaN),
  };
}
