import {
  publishFailed,
  publishVideoFailed,
  thumbnailUploadFailed,
  uploadFailed,
} from "#modules/publishing/contract.ts";
import { usualPatience } from "#modules/publishing/rules/piece-size.ts";
import { restartWindow } from "#modules/review/server/actions.ts";
import { advanceTask } from "#modules/tasks/server/actions.ts";

import { reconnectNeeded } from "../connection.ts";
import { readFailure, type SortedFailure } from "../errors.ts";
import type { PublishingParts } from "../parts.ts";
import { changeUnderWay, type DeliveryRow, findUnderWay } from "../store/deliveries.ts";
import type { Work } from "./delivery-row.ts";
import { publish, setThumbnail } from "./finish.ts";
import { uploadVideo } from "./upload.ts";
import { patiently } from "./with-retry.ts";

export function deliveryLock(taskId: number): string {
  return `publishing.delivery:${taskId}`;
}

/**
 * Brings a delivery from wherever it stands to its end, or to a problem that a person must see to. Only the holder of
 * the delivery's lock works on it; being stopped or killed anywhere loses nothing. Throws the signal's reason when stopped.
 */
export async function deliver(parts: PublishingParts, taskId: number, signal: AbortSignal): Promise<void> {
  const lock = await parts.lock(deliveryLock(taskId));
  if (!lock) return;
  const stop = AbortSignal.any([signal, lock.lost]);
  const work: Work = { parts, taskId, stop, relay: null };
  const calm = { patience: parts.patience ?? usualPatience, stop, log: parts.log, taskId };
  try {
    while (await patiently(calm, (progressed) => takeStep(work, progressed)));
  } catch (error) {
    // The queue gives the job to the next worker, which goes on from the row.
    stop.throwIfAborted();
    const failure = readFailure(error);
    if (!failure) throw error;
    await parts.run(null, async (ctx) => {
      const row = await findUnderWay(ctx.tx, taskId);
      if (row) await standStill(ctx, row, sayToPerson(failure, parts.platform.name));
    });
  } finally {
    await lock.release();
  }
}

const steps = { upload: uploadVideo, thumbnail: setThumbnail, publish, done: async () => undefined };

/** False when there is nothing left to do. */
async function takeStep(work: Work, progressed: () => void): Promise<boolean> {
  const row = await work.parts.run(null, (ctx) => findUnderWay(ctx.tx, work.taskId));
  if (!row) return false;
  await steps[row.step](work, row, progressed);
  progressed();
  return true;
}

type Context = Parameters<typeof advanceTask>[0];

/** The delivery waits for a person; its task goes back to approved. */
async function standStill(ctx: Context, row: DeliveryRow, failure: SortedFailure): Promise<void> {
  const { taskId } = row;
  const { message, code } = failure;
  const written = await changeUnderWay(ctx.tx, row, { problem: message, problemCode: code });
  if (!written) return;
  await advanceTask(ctx, taskId, "publishing_failed");
  // A video that is on the platform already needs no window: its delivery ends without our copy.
  if (row.platformVideoId === null) await restartWindow(ctx, taskId);
  await ctx.emit(publishFailed, { taskId, problem: message });
  const event = { upload: uploadFailed, thumbnail: thumbnailUploadFailed, publish: publishVideoFailed };
  if (row.step !== "done") ctx.notifyClients([row.personId], event[row.step], { taskId, message });
}

/** These say what to do by themselves, even though time alone may cure them. */
const sayEnough = new Set(["quota_exceeded", "upload_limit", "video_not_found"]);

/** A failure that was said to be tried again, told to the person once patience is over. */
function sayToPerson(failure: SortedFailure, platform: string): SortedFailure {
  if (failure.code === "access_expired") return reconnectNeeded();
  if (failure.kind !== "retry" || sayEnough.has(failure.code)) return failure;
  const message =
    failure.code === "unexpected"
      ? "Something broke on our side and was logged. Nothing is lost: try again, and it goes on where it stopped."
      : `${platform} did not answer as it should, in spite of many tries. Nothing is lost: try again, and it goes on where it stopped.`;
  return { ...failure, message };
}
