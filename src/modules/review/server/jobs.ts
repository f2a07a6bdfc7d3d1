import type { Run } from "#core/server/context.ts";
import { type JobWorker, worker } from "#core/server/job.ts";
import { deleteVideo } from "#modules/media/server/actions.ts";

import { closeWindow, deletePublishedVideo, warnOfWindow } from "./job-definitions.ts";
import { newestIn } from "./queries.ts";
import { deleteComparisons, endWindow, warnOfEnd } from "./review-window.ts";

export function reviewJobs(parts: { run: Run }): JobWorker[] {
  const { run } = parts;
  return [
    worker(closeWindow, async (about) => run(null, (ctx) => endWindow(ctx, about))),
    worker(warnOfWindow, async (warning) => run(null, (ctx) => warnOfEnd(ctx, warning))),
    worker(deletePublishedVideo, async ({ taskId }) =>
      run(null, async (ctx) => {
        const version = await newestIn(ctx.tx, taskId, ["approved"]);
        if (version) await deleteVideo(ctx, version.videoId, { keep: "poster" });
        await deleteComparisons(ctx, taskId);
      }),
    ),
  ];
}
