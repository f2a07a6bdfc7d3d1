import { z } from "zod";

import { AdapterError } from "#core/adapter-error.ts";
import { defineJob } from "#core/server/job.ts";
import { problemCodeOf } from "#modules/publishing/rules/problems.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { findInProgress } from "../queries.ts";
import { type Delivery, deliveryLock } from "./delivery.ts";
import { markFailed } from "./mark-failed.ts";
import { followProcessing } from "./processing.ts";
import { publish, setThumbnail } from "./publish.ts";
import { type Progressed, withRetry } from "./retry.ts";
import { uploadVideo } from "./upload.ts";

/** Delivers the video of a task to a destination, from the step it has reached. Concurrent runs are harmless. */
export const deliverVideo = defineJob({
  job: "publishing.deliver",
  data: z.object({ deliveryId: z.uuid() }),
  // `resumeDeliveries` enqueues the unfinished deliveries of such a task.
  outdated: z.strictObject({ taskId: z.number().int() }),
  // Failures of the platform are retried within a run; these retries are for an unavailable database.
  retries: 5,
  retryDelaySeconds: 2,
  // The largest video on a slow connection; `resumeDeliveries` finds the deliveries of a killed process.
  expireSeconds: 23 * 60 * 60,
  concurrency: 12,
  limits: { perUser: 2, perHost: 8 },
});

/**
 * Runs the steps of a delivery from the stored one to the last, or marks it failed when the user has to act. Does
 * nothing while another process has its lock. A stop or kill at any point loses nothing. Throws the signal's reason when
 * stopped.
 */
export async function deliver(
  dependencies: PublishingDependencies,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const lock = await dependencies.lock(deliveryLock(id));
  if (!lock) return;
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, lock.lost, ended.signal]);
  const delivery: Delivery = { dependencies, id, stop, ended, upload: null };
  try {
    while (await withRetry(delivery, (progressed) => runStep(delivery, progressed)));
    await followProcessing(dependencies, id);
  } catch (error) {
    if (ended.signal.aborted) return;
    // The queue passes the job to another worker, which continues from the row.
    stop.throwIfAborted();
    if (!(error instanceof AdapterError)) throw error;
    await dependencies.run(null, async (ctx) => {
      const row = await findInProgress(ctx.tx, id);
      if (row) await markFailed(ctx, row, problemCodeOf(error), dependencies);
    });
  } finally {
    await lock.release();
  }
}

const steps = { upload: uploadVideo, thumbnail: setThumbnail, publish };

/** Runs the stored step. False when the delivery has failed, or the rest is up to the platform. */
async function runStep(delivery: Delivery, progressed: Progressed): Promise<boolean> {
  const { dependencies, id } = delivery;
  const row = await dependencies.read(null, (ctx) => findInProgress(ctx.tx, id));
  if (!row || row.step === "processing" || row.step === "done") return false;
  await steps[row.step](delivery, row, progressed);
  await progressed();
  return true;
}
