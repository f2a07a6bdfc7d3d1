import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { stillWidth } from "#modules/feedback/rules/comments.ts";
import { type FrameStillDependencies, makeFrameStills } from "#modules/media/server/public/frame-stills.ts";
import { findTaskVersion } from "#modules/review/server/public/review.ts";
import { lockTask } from "#modules/tasks/server/public/tasks.ts";

import { notifyOfChanges } from "../comments/notify-readers.ts";
import {
  commentsOnFrame,
  findMissing,
  findVersionOfVideo,
  insertStill,
  recordStill,
  type StillFrame,
} from "./queries.ts";

/** Makes the stills of a version that are missing. */
export const makeStills = defineJob({
  job: "feedback.stills",
  data: z.object({ taskId: z.number(), version: z.number() }),
  retries: 12,
  retryDelaySeconds: 10,
  // The video may have to be downloaded from a remote store.
  expireSeconds: 2 * 60 * 60,
  concurrency: 2,
  limits: { perUser: 1 },
});

/**
 * Requests a still of a frame as a job of `userId`, unless it has one, or its version has `maxStills` already.
 */
export async function requestStill(ctx: Context, still: StillFrame, userId: number): Promise<void> {
  const { taskId, version } = still;
  if (await insertStill(ctx.tx, still)) await ctx.enqueue(makeStills, { taskId, version }, { userId });
}

/** Requests the stills of comments that were written while the rendition was being made. */
export async function requestMissingStills(ctx: Context, videoId: string): Promise<void> {
  const row = await findVersionOfVideo(ctx.tx, videoId);
  if (!row) return;
  const { editorId: userId, ...version } = row;
  if ((await findMissing(ctx.tx, version)).length > 0) await ctx.enqueue(makeStills, version, { userId });
}

/** Makes the missing stills of a version. A repeated job makes only those that are still missing. */
export function stillsWorker(dependencies: FrameStillDependencies): JobWorker {
  return worker(makeStills, async ({ taskId, version }, signal) => {
    const missing = await dependencies.run(null, async (ctx) => {
      const row = await findTaskVersion(ctx, { taskId, number: version });
      return row && { videoId: row.videoId, frames: await findMissing(ctx.tx, { taskId, version }) };
    });
    if (!missing) return;
    await makeFrameStills(
      dependencies,
      { ...missing, width: stillWidth, signal },
      async (ctx, frame, fileId) => {
        const task = await lockTask(ctx, taskId);
        const still = { taskId, version, frame };
        const recorded = await recordStill(ctx.tx, still, fileId);
        if (recorded && fileId) await notifyOfChanges(ctx, task, await commentsOnFrame(ctx.tx, still));
        return recorded;
      },
    );
  });
}
