import { execFile } from "node:child_process";

import type { ProbeFacts, SoundTrack } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { options, sourceArgs, withResourceLimits } from "./run.ts";

/** Parts of a file that are listened to, spread over its duration, and the length of each. */
const parts = 8;
const partSeconds = 2;
const timeLimitSeconds = 60;

/** Peak (dBFS) up to which a track is silent: the noise of an open input without a microphone is below it. */
const silentPeak = -60;

/**
 * Indexes of the tracks that are silent in all parts that are listened to; none where that can't be determined. The whole
 * file isn't decoded, because nobody can watch it before this is known.
 */
export async function silentTracks(
  ffmpeg: Ffmpeg,
  path: string,
  { durationSeconds }: Pick<ProbeFacts, "durationSeconds">,
  tracks: readonly SoundTrack[],
): Promise<Set<number>> {
  const count = Math.min(parts, Math.ceil(durationSeconds / partSeconds));
  const begins = Array.from({ length: count }, (_, at) => (at * durationSeconds) / count);
  const inputs = begins.flatMap((at) => [
    ...options({ ss: at.toFixed(3), t: partSeconds }),
    ...sourceArgs(path),
  ]);
  const outputs = begins.flatMap((_, input) =>
    tracks.flatMap(({ index }) => [
      ...options({ map: `${input}:a:${index}`, af: `volumedetect@t${index}`, f: "null" }),
      "-",
    ]),
  );
  const [program, ...before] = await withResourceLimits(ffmpeg.path);
  return new Promise((resolve) => {
    execFile(
      program,
      [...before, "-hide_banner", "-nostdin", "-nostats", ...inputs, ...outputs],
      { timeout: timeLimitSeconds * 1000, killSignal: "SIGKILL", maxBuffer: 4 * 1024 * 1024 },
      (error, _stdout, stderr) => resolve(error ? new Set() : silentIn(stderr, tracks)),
    );
  });
}

/** The tracks without a loud part in the log of the filters. */
function silentIn(log: string, tracks: readonly SoundTrack[]): Set<number> {
  const loud = new Set<number>();
  for (const [, index, peak] of log.matchAll(/^\[volumedetect@t(\d+) @ \w+\] max_volume: (-?[\d.]+) dB/gm)) {
    if (Number(peak) > silentPeak) loud.add(Number(index));
  }
  return new Set(tracks.map(({ index }) => index).filter((index) => !loud.has(index)));
}
