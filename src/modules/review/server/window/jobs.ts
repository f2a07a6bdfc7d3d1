import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after } from "#core/time.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { keepPublished } from "#modules/review/rules/versions.ts";

import type { ReviewDependencies } from "../dependencies.ts";
import { newestVersionIn } from "../versions/queries.ts";
import { deleteComparisons, windowWorkers } from "./review-window.ts";

/** Deletes a published video except for its poster. */
const deletePublishedVideo = defineJob({
  job: "review.retire-video",
  data: z.object({ taskId: z.number() }),
  retries: 20,
  retryDelaySeconds: 30,
  expireSeconds: 60,
  concurrency: 1,
});

/** Enqueues the deletion of a task's published video. */
export async function scheduleVideoDeletion(ctx: Context, taskId: number): Promise<void> {
  await ctx.enqueue(deletePublishedVideo, { taskId }, { at: after(ctx.now, keepPublished) });
}

export function reviewJobs(dependencies: Pick<ReviewDependencies, "run">): JobWorker[] {
  const { run } = dependencies;
  return [
    ...windowWorkers(dependencies),
    worker(deletePublishedVideo, ({ taskId }) =>
      run(null, async (ctx) => {
        const version = await newestVersionIn(ctx.tx, taskId, ["approved"]);
        if (version) await deleteVideo(ctx, version.videoId, { keep: "poster" });
        await deleteComparisons(ctx, taskId);
      }),
    ),
  ];
}
