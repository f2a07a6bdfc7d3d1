import type { Context } from "#core/server/context.ts";
import { published } from "#modules/publishing/contract.ts";
import { restartWindow } from "#modules/review/server/actions.ts";
import { advanceTask } from "#modules/tasks/server/actions.ts";

import { deliveriesOfTask } from "../queries.ts";

/**
 * Moves the task once none of its deliveries is running: to published when all have succeeded, else back to approved. The
 * caller has locked the task, so that the last of several deliveries sees the others.
 */
export async function settleTask(ctx: Context, taskId: number): Promise<void> {
  const rows = await deliveriesOfTask(ctx.tx, taskId);
  const failed = rows.filter(({ problemCode }) => problemCode !== null);
  if (rows.some(({ step, problemCode }) => step !== "done" && problemCode === null)) return;
  if (failed.length === 0) {
    await advanceTask(ctx, taskId, "publish");
    const watchUrl = rows.find((row) => row.watchUrl !== null)?.watchUrl ?? null;
    await ctx.emit(published, { taskId, watchUrl });
    return;
  }
  await advanceTask(ctx, taskId, "publishing_failed");
  // A video that is on its platform already needs no review window: its delivery ends without our copy.
  if (failed.some(({ platformVideoId }) => platformVideoId === null)) await restartWindow(ctx, taskId);
}
