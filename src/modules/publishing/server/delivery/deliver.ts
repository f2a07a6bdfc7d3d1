import { setTimeout as sleep } from "node:timers/promises";

import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import { publishFailed } from "#modules/publishing/contract.ts";
import {
  publishVideoFailed,
  thumbnailUploadFailed,
  uploadFailed,
} from "#modules/publishing/realtime-messages.ts";
import { problemCodeOf, problemMessage } from "#modules/publishing/rules/problems.ts";
import { backoffSeconds, defaultRetryPolicy } from "#modules/publishing/rules/retry-policy.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { changeInProgress, type DeliveryRow, findInProgress } from "../queries.ts";
import type { Delivery } from "./delivery.ts";
import { publish, setThumbnail } from "./publish.ts";
import { settleTask } from "./settle.ts";
import { uploadVideo } from "./upload.ts";

export function deliveryLock(id: string): string {
  return `publishing.delivery:${id}`;
}

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
  const stop = AbortSignal.any([signal, lock.lost]);
  const delivery: Delivery = { dependencies, id, stop, upload: null };
  try {
    while (await withRetry(delivery, (progressed) => runStep(delivery, progressed)));
  } catch (error) {
    // The queue passes the job to another worker, which continues from the row.
    stop.throwIfAborted();
    if (!(error instanceof AdapterError)) throw error;
    await dependencies.run(null, async (ctx) => {
      const row = await findInProgress(ctx.tx, id);
      if (row) await markFailed(ctx, row, problemCodeOf(error), dependencies.platform.name);
    });
  } finally {
    await lock.release();
  }
}

const steps = { upload: uploadVideo, thumbnail: setThumbnail, publish, done: async () => undefined };

/** Runs the stored step. False when the delivery is finished or failed. */
async function runStep(delivery: Delivery, progressed: () => void): Promise<boolean> {
  const { dependencies, id } = delivery;
  const row = await dependencies.read(null, (ctx) => findInProgress(ctx.tx, id));
  if (!row) return false;
  await steps[row.step](delivery, row, progressed);
  progressed();
  return true;
}

/** Stores the problem and notifies the creator. The task's other deliveries continue. */
async function markFailed(ctx: Context, row: DeliveryRow, code: string, platform: string): Promise<void> {
  const { taskId, step } = row;
  await lockTask(ctx, taskId);
  if (!(await changeInProgress(ctx.tx, row, { problemCode: code }))) return;
  await settleTask(ctx, taskId);
  const message = problemMessage(code, platform);
  await ctx.emit(publishFailed, { taskId, problem: message });
  const failed = { upload: uploadFailed, thumbnail: thumbnailUploadFailed, publish: publishVideoFailed };
  if (step !== "done")
    ctx.notifyClients([row.personId], failed[step], { taskId, deliveryId: row.id, message });
}

/**
 * Repeats `attempt` after temporary failures, with growing delays. `progressed` resets the count of failures. Throws the
 * last error when no attempts are left.
 */
async function withRetry<T>(
  { dependencies, stop, id }: Delivery,
  attempt: (progressed: () => void) => Promise<T>,
): Promise<T> {
  const { log, retryPolicy: policy = defaultRetryPolicy } = dependencies;
  let failures = 0;
  for (;;) {
    stop.throwIfAborted();
    try {
      return await attempt(() => {
        failures = 0;
      });
    } catch (error) {
      stop.throwIfAborted();
      if (!(error instanceof AdapterError)) log.warn({ err: error, deliveryId: id }, "Delivery step failed");
      const failure = error instanceof AdapterError ? error : unexpected(error);
      if (failure.kind !== "retry") throw failure;
      failures += 1;
      const { code, retryAfterSeconds } = failure;
      const seconds = backoffSeconds({ failures, retryAfterSeconds, random: Math.random() }, policy);
      if (seconds === null) throw failure;
      log.info({ deliveryId: id, code, failures, seconds }, "Delivery step will be retried");
      await sleep(seconds * policy.secondInMilliseconds, undefined, { signal: stop });
    }
  }
}

/** A bug or an unavailable database. It is retried, and finally marked as failed so that the task is not stuck. */
function unexpected(cause: unknown): AdapterError {
  return new AdapterError({ kind: "retry", code: "unexpected", message: "Unexpected error", cause });
}
