import { z } from "zod";

import type { MeasuredSound, SoundMeasuresOrder } from "#adapters/ffmpeg/measure-sound.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import type { MeasuringObstacle } from "#modules/media/rules/measurements.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import type { MediaJobDependencies } from "../dependencies.ts";
import { partsMeasured } from "../measuring/queries.ts";
import { storeMeasurement } from "../measuring/store-measurement.ts";
import { requireDiskSpace } from "../space/disk-space.ts";
import { originalKey } from "../videos/object-keys.ts";
import { findVideo } from "../videos/queries.ts";
import { runOptionalWork } from "./attempts.ts";

/** Measures the sound of a probed video, also while its rendition is being made. */
export const measureVideoSound = defineJob({
  job: "media.measure-sound",
  data: z.object({ videoId: z.uuid() }),
  retries: 5,
  retryDelaySeconds: 30,
  expireSeconds: 23 * 60 * 60,
  concurrency: 3,
  limits: { perUser: 2, keptForShort: 1 },
});

/** Raised when `measureSound` measures differently. */
const version = 1;

/** Measures the sound of a video and stores the result, or why there is none. Safe to kill and to run twice. */
export function measureSoundWorker(dependencies: MediaJobDependencies): JobWorker {
  return worker(measureVideoSound, ({ videoId }, signal) =>
    runOptionalWork(dependencies, { videoId, signal }, (until) => measure(dependencies, videoId, until)),
  );
}

async function measure(
  dependencies: MediaJobDependencies,
  videoId: string,
  signal: AbortSignal,
): Promise<void> {
  const { run, storage, tools } = dependencies;
  const [video, parts] = await run(null, async (ctx) => [
    await findVideo(ctx.tx, videoId),
    await partsMeasured(ctx.tx, videoId),
  ]);
  if (!video?.facts || isDiscarded(video) || !tools.ffmpeg || parts.has("sound")) return;
  const { facts } = video;
  await requireDiskSpace(storage, 0);
  const measured = await storage.asFile(originalKey(videoId), (source) =>
    measuredSound(dependencies, videoId, { source, facts, signal }),
  );
  const by = `${version}/${tools.ffmpeg.version}`;
  await run(null, async (ctx) => {
    if (typeof measured === "string") {
      await storeMeasurement(ctx, videoId, { part: "loudness", tools: by, obstacle: measured });
      await storeMeasurement(ctx, videoId, { part: "sound", tools: by, obstacle: measured });
      return;
    }
    await storeMeasurement(ctx, videoId, { part: "loudness", tools: by, values: measured.loudness });
    await storeMeasurement(ctx, videoId, { part: "sound", tools: by, values: measured.sound });
  });
}

/** The measures of a video's sound, or why it can't be measured. */
async function measuredSound(
  { tools, log }: Pick<MediaJobDependencies, "tools" | "log">,
  videoId: string,
  order: SoundMeasuresOrder,
): Promise<MeasuredSound | MeasuringObstacle> {
  try {
    return await tools.measureSound(order);
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== "permanent") throw error;
    log.info({ videoId, err: error }, "The sound of a video can't be measured.");
    return "unreadable";
  }
}
