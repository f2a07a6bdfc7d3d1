import type { ReadContext } from "#core/server/context.ts";
import { videoPlayback } from "#modules/media/server/public/media.ts";
import type { PublishDetails } from "#modules/publishing/contract/details.ts";
import { approvedVersion } from "#modules/review/server/public/review.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import type { PlatformAccess } from "../destinations/platforms.ts";
import { presentCaption, readTargets } from "./present-operations.ts";
import { listCaptions, readOptions } from "./queries.ts";

/** The details of the actor's task besides its own fields. */
export async function readDetails(
  ctx: ReadContext,
  taskId: number,
  platforms: PlatformAccess,
): Promise<PublishDetails> {
  await taskFor(ctx, taskId, "publish");
  const version = await approvedVersion(ctx, taskId);
  const options = await readOptions(ctx.tx, taskId);
  const additionTargets = await readTargets(ctx, taskId, platforms);
  return {
    options,
    captions: (await listCaptions(ctx.tx, taskId)).map((row) => presentCaption(row, additionTargets)),
    playlists: options.playlists.map(({ id, title, destinationId }) => {
      return { id, title, destinationId, targets: additionTargets(id, destinationId) };
    }),
    video: version && (await presentVideo(ctx, version.videoId)),
  };
}

async function presentVideo(ctx: ReadContext, videoId: string): Promise<PublishDetails["video"]> {
  const playback = await videoPlayback(ctx, videoId);
  const { durationSeconds, width, height, fileUrl, rate, startSeconds } = playback;
  return { durationSeconds, width, height, fileUrl, rate, startSeconds };
}
