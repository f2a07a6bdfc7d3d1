import { type Context, guestChannel, type ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { Comment } from "#modules/feedback/contract/comments.ts";
import { guestComment } from "#modules/feedback/contract/guests.ts";
import {
  commentChanged,
  commentsChanged,
  guestCommentChanged,
  guestCommentsChanged,
} from "#modules/feedback/realtime-messages.ts";
import { audience, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { asGuestSees } from "../guests/present.ts";
import { listActiveLinks, type LinkOnVersion } from "../guests/queries.ts";
import { type CommentDetails, commentDetails, presentWithDetails } from "./present.ts";
import { findListed, type ListedComment, renumber } from "./queries.ts";

/** Those who receive the changes of a task's comments. */
interface Readers {
  memberIds: readonly number[];
  /** Links that can be used now. */
  links: readonly LinkOnVersion[];
}

/**
 * Sends a stored comment to the clients of the task's members and of the guests of its version, and returns it as the actor reads
 * it.
 */
export async function notifyReaders(ctx: Context, task: TaskRow, commentId: string): Promise<Comment> {
  const rows = await findListed(ctx.tx, task.id, [commentId]);
  const [details, memberIds, links] = await together([
    commentDetails(ctx, task.id, rows),
    audience(ctx, task),
    listActiveLinks(ctx, task.id),
  ]);
  return send(ctx, { memberIds, links }, rows, details);
}

/** Like `notifyReaders`, for a comment that the actor has just stored, with the ids of the members. */
export async function sendNewComment(
  ctx: Context,
  comment: ListedComment,
  memberIds: readonly number[],
): Promise<Comment> {
  const { taskId } = comment;
  const [details, links] = await together([
    commentDetails(ctx, taskId, [comment]),
    listActiveLinks(ctx, taskId),
  ]);
  return send(ctx, { memberIds, links }, [comment], details);
}

function send(
  ctx: Context,
  { memberIds, links }: Readers,
  rows: readonly ListedComment[],
  details: CommentDetails,
): Comment {
  const [row] = rows;
  const [readerComment] = presentWithDetails(ctx, rows, details);
  if (!row || !readerComment) throw new Error("The comment was not presented.");
  for (const readerId of memberIds) {
    const [comment] =
      readerId === ctx.actor?.id
        ? [readerComment]
        : presentWithDetails(asReader(ctx, readerId), rows, details);
    if (comment) ctx.notifyClients([readerId], commentChanged, { taskId: row.taskId, comment });
  }
  sendToGuests(ctx, links, row, details);
  return readerComment;
}

/** Sends a comment to the guests of its version, except for images: their URLs work for one guest only, who has to request them. */
function sendToGuests(
  ctx: Context,
  taskLinks: readonly LinkOnVersion[],
  row: ListedComment,
  details: CommentDetails,
): void {
  const { change, guestId, imageFileIds } = row;
  const links = taskLinks.filter(({ version }) => version === row.version);
  if (links.length === 0) return;
  const channels = links.map(({ id }) => guestChannel(id));
  if (imageFileIds.length > 0) return ctx.notifyGuests(channels, guestCommentsChanged, { change });
  const [comment] = presentWithDetails(ctx, [{ ...row, stillFileId: null }], { ...details, files: [] });
  if (!comment) return;
  // Without fields that the schema doesn't have, as in a response.
  const asRead = (own: boolean) => ({ comment: guestComment.parse(asGuestSees(comment, own)) });
  ctx.notifyGuests(channels, guestCommentChanged, asRead(false));
  if (guestId === null) return;
  const authorChannels = links.map(({ id }) => guestChannel(id, guestId));
  ctx.notifyGuests(authorChannels, guestCommentChanged, asRead(true));
}

/**
 * Gives comments of a locked task the next change numbers, lets the clients of its members request them, and sends them to those of
 * the guests of their versions.
 */
export async function notifyOfChanges(
  ctx: Context,
  task: Pick<TaskRow, "id">,
  commentIds: readonly string[],
): Promise<void> {
  if (commentIds.length === 0) return;
  const change = await renumber(ctx.tx, task.id, commentIds);
  ctx.notifyClients(await audience(ctx, task), commentsChanged, { taskId: task.id, change });
  const links = await listActiveLinks(ctx, task.id);
  if (links.length === 0) return;
  const rows = await findListed(ctx.tx, task.id, commentIds);
  const details = await commentDetails(ctx, task.id, rows);
  // In their order: a missing number would make guests request the changes.
  for (const row of rows.toSorted((one, other) => one.change - other.change)) {
    sendToGuests(ctx, links, row, details);
  }
}

/** The context for a response to another user: signed URLs work for them only. */
function asReader<C extends ReadContext>(ctx: C, personId: number): C {
  return { ...ctx, actor: { id: personId, role: "NORMAL", sessionId: "" } };
}
