import {
  changeInProgress,
  noProcessing,
  requirePlatformVideo,
} from "#modules/publishing/server/deliveries/queries.ts";

import type { Operation, OperationWork, Outcome } from "../operation.ts";
import { step } from "../policies.ts";
import { requestFollowers } from "../request.ts";
import { uploadDetails } from "../upload-details.ts";
import { dueVisibility } from "../visibility.ts";

/** Sets the video's details and visibility. The platform's processing decides whether it is published. */
export const publish: OperationWork = { ...step, run: setDetails };

async function setDetails({ dependencies, call, delivery, now }: Operation): Promise<Outcome> {
  const videoId = requirePlatformVideo(delivery);
  const { details } = await dependencies.read(null, (ctx) => uploadDetails(ctx, delivery.taskId));
  const change = { ...details, ...dueVisibility(delivery, now) };
  await call("publishing", (access, platform) => platform.updateVideo(access, videoId, change));
  return {
    kind: "done",
    record: async (ctx) => {
      const processing = { ...noProcessing, processingSince: ctx.now };
      const next = await changeInProgress(ctx.tx, delivery, { step: "processing", ...processing });
      if (next) await requestFollowers(ctx, next, "publish");
    },
  };
}
