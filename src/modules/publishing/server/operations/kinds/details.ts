import type { VideoState } from "#adapters/video-platform/video.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { platformTexts } from "#modules/publishing/rules/details.ts";
import { videoDeleted, visibilityRefused } from "#modules/publishing/rules/problem-codes.ts";
import { isRetriedChange, toProblemCode } from "#modules/publishing/rules/problems.ts";
import { changeDelivery, type DeliveryChange } from "#modules/publishing/server/deliveries/queries.ts";
import { readTask, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { readThumbnail } from "../thumbnail.ts";
import { hasRequestedVisibility, visibilityColumns, dueVisibility } from "../visibility.ts";

/** Sends the last saved details of a published video: texts, visibility, thumbnail. */
export const details: OperationWork = {
  run: sendChanges,
  retry: (error, steps) => (isRetriedChange(error) ? steps : null),
  toProblemCode,
};

async function sendChanges(operation: Operation): Promise<Outcome> {
  const { dependencies, delivery } = operation;
  // Read after the operation: the details of a save in between are sent once more, not taken for sent.
  const task = await dependencies.read(null, (ctx) => readTask(ctx, delivery.taskId));
  const change: DeliveryChange = { thumbnailFileId: delivery.thumbnailFileId };
  const record: Outcome["record"] = async ({ tx }) => void (await changeDelivery(tx, delivery.id, change));
  try {
    const state = await sendDetails(operation, task);
    Object.assign(change, visibilityColumns(delivery, state, operation.now));
    await sendThumbnail(operation, task);
    change.thumbnailFileId = task.thumbnailFileId;
    if (hasRequestedVisibility(delivery, state)) return { kind: "done", record };
    return { kind: "failed", error: refused(state), record };
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return { kind: "failed", error, record };
  }
}

/** Sends texts and visibility, and reads back what the video then has. */
async function sendDetails({ call, delivery, now }: Operation, task: TaskRow): Promise<VideoState> {
  const videoId = delivery.platformVideoId;
  if (videoId === null) throw deletedVideo();
  // An omitted time would keep the scheduled one.
  const change = { ...platformTexts(task), publishAt: null, ...dueVisibility(delivery, now) };
  try {
    return await call("other", async (access, platform) => {
      await platform.updateVideo(access, videoId, change);
      const state = await platform.video(access, videoId);
      if (state === null) throw deletedVideo();
      return state;
    });
  } catch (error) {
    throw error instanceof AdapterError && error.code === "video_not_found" ? deletedVideo() : error;
  }
}

async function sendThumbnail(
  { dependencies, call, delivery }: Operation,
  { thumbnailFileId }: TaskRow,
): Promise<void> {
  const videoId = delivery.platformVideoId;
  if (videoId === null || thumbnailFileId === null || thumbnailFileId === delivery.thumbnailFileId) return;
  const file = await readThumbnail(dependencies, thumbnailFileId);
  await call("other", (access, platform) => platform.setThumbnail(access, videoId, file));
}

function deletedVideo(): AdapterError {
  return new AdapterError({ kind: "permanent", code: videoDeleted, message: "The video was deleted." });
}

function refused({ privacy }: VideoState): AdapterError {
  const message = `The platform keeps the video ${privacy}.`;
  return new AdapterError({ kind: "needs-user", code: visibilityRefused, message });
}
