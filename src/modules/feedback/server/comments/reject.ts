import type { Context } from "#core/server/context.ts";
import type { ReviewedTask } from "#modules/review/contract/versions.ts";
import { rejectVersion } from "#modules/review/server/public/reject-version.ts";
import { lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import { countOpenComments } from "./lists.ts";

/**
 * Sends a version back to the editor with the feedback and the open comments on it and the versions before it. They are
 * counted while the task is locked, as it is while they are changed. Errors as of `rejectVersion`.
 */
export async function reject(
  ctx: Context,
  rejected: { taskId: number; version: number; feedback: string },
): Promise<ReviewedTask> {
  await lockTaskFor(ctx, rejected.taskId, "decide");
  return rejectVersion(ctx, { ...rejected, openComments: await countOpenComments(ctx, rejected) });
}
