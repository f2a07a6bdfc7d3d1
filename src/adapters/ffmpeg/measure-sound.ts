import { inputArgs, measuredClock } from "./clock.ts";
import type { ProbeFacts } from "./facts.ts";
import type { Ffmpeg } from "./ffmpeg.ts";
import { createLoudnessLog, loudnessFilter } from "./loudness-log.ts";
import type { LoudnessCurve, SoundMeasures } from "./measures.ts";
import { timeLimit } from "./output-file.ts";
import { options, runFfmpeg } from "./run.ts";
import { byTimes, soundArgs } from "./sound-args.ts";
import { createSoundMeter } from "./sound-meter.ts";

export interface SoundMeasuresOrder {
  /** A local file. */
  source: string;
  facts: ProbeFacts;
  signal?: AbortSignal;
}

export interface MeasuredSound {
  sound: SoundMeasures;
  loudness: LoudnessCurve;
}

type Obstacle = "absent" | "filter_missing" | "unreadable";

/** Conversions, for which users wait, have 15. */
const niceness = 16;

/**
 * Measures what is heard of a video without a choice, on the channels of the file. `absent` for a video without sound,
 * `filter_missing` if this ffmpeg can't measure loudness, `unreadable` if rate or channels change. Rejects with the `AdapterError`s of `runFfmpeg`.
 */
export async function measureSound(
  ffmpeg: Ffmpeg,
  { source, facts, signal }: SoundMeasuresOrder,
): Promise<MeasuredSound | Obstacle> {
  if (!facts.audio) return "absent";
  if (!ffmpeg.measuresLoudness) return "filter_missing";
  const meter = createSoundMeter();
  const log = createLoudnessLog();
  const sound = soundArgs(facts, {
    label: "measured",
    filter: `aresample=${byTimes}`,
    wholeFilter: loudnessFilter,
  });
  await runFfmpeg(ffmpeg, {
    args: [
      ...inputArgs(facts, source),
      ...sound,
      ...options({ "c:a": "pcm_s16le", f: "wav" }),
      "pipe:3",
      ...measuredClock(facts),
    ],
    signal,
    timeLimitSeconds: timeLimit(facts),
    niceness,
    onData: meter.take,
    receivers: [log.take],
  });
  const samples = meter.finish();
  if (!samples) return "absent";
  const { measures, curve, seconds } = log.finish();
  // The loudness is only that of the sound after the last change of rate or channels.
  if (seconds < samples.seconds * 0.99 - 0.2) return "unreadable";
  return { sound: { ...samples, ...measures }, loudness: curve };
}
