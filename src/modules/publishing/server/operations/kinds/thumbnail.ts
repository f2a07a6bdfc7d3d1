import { videoFormat } from "#modules/media/server/public/media.ts";
import { thumbnailUploaded } from "#modules/publishing/realtime-messages.ts";
import { isShort } from "#modules/publishing/rules/shorts.ts";
import { notifyPublishers } from "#modules/publishing/server/deliveries/notify-publishers.ts";
import { changeInProgress, requirePlatformVideo } from "#modules/publishing/server/deliveries/queries.ts";
import { readTask } from "#modules/tasks/server/public/tasks.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { step } from "../policies.ts";
import { requestFollowers } from "../request.ts";
import { readThumbnail } from "../thumbnail.ts";

/**
 * Sets the task's thumbnail, if it has one and the creator has not skipped it. YouTube takes that of a Short only after
 * processing, so it is left to the operation `details` then.
 */
export const thumbnail: OperationWork = { ...step, run: setThumbnail };

async function setThumbnail({ dependencies, call, delivery }: Operation): Promise<Outcome> {
  const { id, taskId, kind, skipThumbnail } = delivery;
  const { thumbnailFileId, short } = await dependencies.read(null, async (ctx) => {
    const format = await videoFormat(ctx, delivery.videoId);
    return { ...(await readTask(ctx, taskId)), short: isShort([kind], format) };
  });
  const fileId = skipThumbnail ? null : thumbnailFileId;
  const later = short && fileId !== null;
  if (fileId !== null && !later) {
    const videoId = requirePlatformVideo(delivery);
    const file = await readThumbnail(dependencies, fileId);
    await call("publishing", (access, platform) => platform.setThumbnail(access, videoId, file));
  }
  return {
    kind: "done",
    record: async (ctx) => {
      const handled = { thumbnailFileId: later ? null : thumbnailFileId };
      const next = await changeInProgress(ctx.tx, delivery, { step: "publish", ...handled });
      if (!next) return;
      await requestFollowers(ctx, next, "thumbnail");
      await notifyPublishers(ctx, { taskId }, thumbnailUploaded, { taskId, deliveryId: id });
    },
  };
}
