import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { type Comment, feedbackError } from "#modules/feedback/contract/comments.ts";
import { removeFiles, storedFile } from "#modules/media/server/public/media.ts";

import { type CommentAddress, findTaskComment, lockOpenTask } from "../comments/access.ts";
import { notifyReaders } from "../comments/notify-readers.ts";
import { changeComment, findWritten, type WrittenComment } from "../comments/queries.ts";
import { removeReactionsTo } from "../comments/reactions.ts";
import { changeContent, type EditedContent } from "../comments/write-comment.ts";
import { stillOfComment } from "../stills/queries.ts";
import type { CommentRow } from "../tables.ts";

export type { WrittenComment } from "../comments/queries.ts";
export { notifyGuestsOfCreator } from "../guests/notify-guests.ts";
export { listActiveLinks } from "../guests/queries.ts";
export { linkOfGuest } from "../guests/review.ts";

/** The comments and replies of a task with these ids that are not deleted, in the order they were written. */
export async function writtenComments(
  ctx: ReadContext,
  taskId: number,
  ids: readonly string[],
): Promise<WrittenComment[]> {
  return ids.length === 0 ? [] : findWritten(ctx.tx, taskId, ids);
}

/** Key in storage of the still of the frame that a comment begins on; null until it is made. */
export async function stillKey(
  ctx: ReadContext,
  comment: { taskId: number; commentId: string },
): Promise<string | null> {
  const fileId = await stillOfComment(ctx.tx, comment);
  return fileId === null ? null : (await storedFile(ctx, fileId)).key;
}

/** Changes an own comment or reply. Without `drawing`, the drawing stays. */
export async function editComment(
  ctx: Context,
  address: CommentAddress,
  edited: EditedContent,
): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId);
  const row = await ownComment(ctx, address);
  await changeContent(ctx, { task, row }, edited);
  return notifyReaders(ctx, task, address.commentId);
}

/**
 * Empties an own comment or reply, or as the creator that of a guest. With replies, clients show "Comment deleted" in
 * its place.
 */
export async function deleteComment(ctx: Context, address: CommentAddress): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId);
  const row = await findTaskComment(ctx, address);
  const moderates = row.guestId !== null && task.abilities.includes("manage");
  if (!moderates) requireOwn(ctx, row);
  await emptyComment(ctx, row);
  return notifyReaders(ctx, task, row.id);
}

async function ownComment(ctx: Context, address: CommentAddress): Promise<CommentRow> {
  const row = await findTaskComment(ctx, address);
  requireOwn(ctx, row);
  return row;
}

function requireOwn(ctx: Context, { authorId }: CommentRow): void {
  if (authorId !== currentActor(ctx).id) throw feedbackError("not_author");
}

/** Removes the content of a comment of a locked task. */
export async function emptyComment(ctx: Context, row: CommentRow): Promise<void> {
  await removeFiles(ctx, row.imageFileIds);
  await removeReactionsTo(ctx.tx, row.taskId, row.id);
  await changeComment(ctx.tx, row, {
    text: "",
    drawing: null,
    view: null,
    imageFileIds: [],
    mentions: [],
    deletedAt: ctx.now,
  });
}
