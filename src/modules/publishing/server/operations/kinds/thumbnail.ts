import { thumbnailUploaded } from "#modules/publishing/realtime-messages.ts";
import { withAccess } from "#modules/publishing/server/destinations/access.ts";
import { changeInProgress, platformVideoOf } from "#modules/publishing/server/queries.ts";
import { readTask } from "#modules/tasks/server/actions.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { requestFollowers } from "../request.ts";
import { step } from "../step.ts";
import { readThumbnail } from "../thumbnail.ts";

/** Sets the task's thumbnail, if it has one and the creator has not skipped it. */
export const thumbnail: OperationWork = { ...step, run: setThumbnail };

async function setThumbnail({ dependencies, delivery }: Operation): Promise<Outcome> {
  const { id, taskId, personId, destinationId, skipThumbnail } = delivery;
  const { thumbnailFileId } = await dependencies.read(null, (ctx) => readTask(ctx, taskId));
  const fileId = skipThumbnail ? null : thumbnailFileId;
  if (fileId !== null) {
    const videoId = platformVideoOf(delivery);
    const file = await readThumbnail(dependencies, fileId);
    await withAccess(dependencies, destinationId, "publishing", (access, platform) =>
      platform.setThumbnail(access, videoId, file),
    );
  }
  return {
    kind: "done",
    record: async (ctx) => {
      const next = await changeInProgress(ctx.tx, delivery, { step: "publish", thumbnailFileId });
      if (!next) return;
      await requestFollowers(ctx, next, "thumbnail");
      ctx.notifyClients([personId], thumbnailUploaded, { taskId, deliveryId: id });
    },
  };
}
