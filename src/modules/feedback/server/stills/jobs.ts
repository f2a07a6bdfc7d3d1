import { type JobWorker, worker } from "#core/server/job.ts";
import { stillWidth } from "#modules/feedback/rules.ts";
import { type FrameStillParts, makeFrameStills } from "#modules/media/server/actions/frame-stills.ts";
import { versionOf } from "#modules/review/server/actions.ts";
import { lockTask } from "#modules/tasks/server/actions.ts";

import { notifyOfChanges } from "../present.ts";
import { makeStills } from "./job-definitions.ts";
import { commentsOnFrame, findMissing, recordStill } from "./queries.ts";

/** Makes the missing stills of a version. A repeated job makes only those that are still missing. */
export function stillsWorker(parts: FrameStillParts): JobWorker {
  return worker(makeStills, async ({ taskId, version }, signal) => {
    const missing = await parts.run(null, async (ctx) => {
      const row = await versionOf(ctx, { taskId, number: version });
      return row && { videoId: row.videoId, frames: await findMissing(ctx.tx, { taskId, version }) };
    });
    if (!missing) return;
    await makeFrameStills(parts, { ...missing, width: stillWidth, signal }, async (ctx, frame, fileId) => {
      const task = await lockTask(ctx, taskId);
      const still = { taskId, version, frame };
      const recorded = await recordStill(ctx.tx, still, fileId);
      if (recorded && fileId) await notifyOfChanges(ctx, task, await commentsOnFrame(ctx.tx, still));
      return recorded;
    });
  });
}
