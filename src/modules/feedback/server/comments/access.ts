import type { TaskAbility } from "#core/permission.ts";
import type { Context, ReadContext } from "#core/server/context.ts";
import { feedbackError } from "#modules/feedback/contract/comments.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { type AccessedTask, lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import type { CommentRow } from "../tables.ts";
import { findComment, hasReadableFile } from "./queries.ts";

/** A comment in a task. */
export interface CommentAddress {
  taskId: number;
  commentId: string;
}

/** The locked task if the actor has the ability in it, otherwise 403 or 404; 409 `task_closed` once it is over. */
export async function lockOpenTask(
  ctx: Context,
  taskId: number,
  ability: TaskAbility = "comment",
): Promise<AccessedTask> {
  const task = await lockTaskFor(ctx, taskId, ability);
  if (!isOpen(task.stage)) throw feedbackError("task_closed");
  return task;
}

/** A comment or reply that is not deleted, otherwise 404. The task is locked. */
export async function findTaskComment(
  ctx: ReadContext,
  { taskId, commentId }: CommentAddress,
): Promise<CommentRow> {
  const row = await findComment(ctx.tx, taskId, commentId);
  if (!row || row.deletedAt !== null) throw feedbackError("comment_not_found");
  return row;
}

/** Like `findTaskComment`; 422 `not_a_comment` for replies. */
export async function findThread(ctx: ReadContext, address: CommentAddress): Promise<CommentRow> {
  const row = await findTaskComment(ctx, address);
  if (row.parentId !== null) throw feedbackError("not_a_comment");
  return row;
}

/** Whether the file is an image or still of a comment of a task to which the user has access. */
export async function mayReadCommentFile(
  ctx: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: FileOwner },
): Promise<boolean> {
  return owner.kind === "comments" && hasReadableFile(ctx.tx, { taskId: owner.id, personId, fileId: id });
}
