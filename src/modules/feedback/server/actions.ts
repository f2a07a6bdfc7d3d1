import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { removeFiles } from "#modules/media/server/actions.ts";
import { lockActor } from "#modules/people/server/actions.ts";
import { versionOf } from "#modules/review/server/actions.ts";

import { type Comment, feedbackError } from "../contract.ts";
import type { Drawing } from "../contract/drawing.ts";
import { commentChanged } from "../realtime-messages.ts";
import { commentLimit } from "../rules.ts";
import { type CommentAddress, commentOf, lockOpenTask, threadOf } from "./access.ts";
import { notifyMembers, presentComment } from "./present.ts";
import { changeComment, findComment, findCounters, findWritten, type WrittenComment } from "./queries.ts";
import { removeReactionsTo } from "./reactions.ts";
import {
  changeContent,
  type CommentWriter,
  type EditedContent,
  requirePlace,
  storeComment,
} from "./store-comment.ts";
import type { CommentRow } from "./tables.ts";

export type { WrittenComment } from "./queries.ts";

/** The comments and replies of a task with these ids that are not deleted, in the order they were written. */
export async function writtenComments(
  ctx: ReadContext,
  taskId: number,
  ids: readonly string[],
): Promise<WrittenComment[]> {
  return ids.length === 0 ? [] : findWritten(ctx.tx, taskId, ids);
}

/** `id` is chosen by the client; sending the same id again returns the stored comment. */
export interface CommentDraft {
  id: string;
  text: string;
  mentions: readonly number[];
  imageFileIds: readonly string[];
}

/** The frames of a version that a comment is on, and its drawing. */
export interface CommentPlace {
  version: number;
  inFrame: number;
  outFrame: number;
  drawing: Drawing | null;
}

/**
 * Stores a comment of the actor on frames of a version and sends it to the members of the task. 404 for versions that
 * were not in review, 409 when the task is over, 422 for frames that the video doesn't have, 429 above `commentLimit`.
 */
export async function addComment(
  ctx: Context,
  taskId: number,
  draft: CommentDraft & CommentPlace,
): Promise<Comment> {
  const [task, stored, counters, version] = await together([
    lockOpenTask(ctx, taskId),
    findComment(ctx.tx, taskId, draft.id),
    findCounters(ctx.tx, taskId),
    versionOf(ctx, { taskId, number: draft.version }),
    lockActor(ctx),
  ]);
  if (stored) return knownComment(ctx, stored);
  await requirePlace(ctx, version, draft);
  return storeComment(ctx, { task, counters }, { ...draft, ...writerOf(ctx), parentId: null });
}

/** Stores a reply of the actor to a comment. It belongs to the version and frames of the comment. */
export async function replyToComment(
  ctx: Context,
  { taskId, commentId }: CommentAddress,
  draft: CommentDraft,
): Promise<Comment> {
  const [task, stored, counters] = await together([
    lockOpenTask(ctx, taskId),
    findComment(ctx.tx, taskId, draft.id),
    findCounters(ctx.tx, taskId),
    lockActor(ctx),
  ]);
  if (stored) return knownComment(ctx, stored);
  const { version, inFrame, outFrame } = await threadOf(ctx, { taskId, commentId });
  const place = { version, parentId: commentId, inFrame, outFrame, drawing: null };
  return storeComment(ctx, { task, counters }, { ...draft, ...writerOf(ctx), ...place });
}

/** The comment that an earlier request of the actor has stored. 409 `id_taken` if another user has sent it. */
async function knownComment(ctx: Context, { authorId, taskId, id }: CommentRow): Promise<Comment> {
  if (authorId !== actorOf(ctx).id) throw feedbackError("id_taken");
  // To the client that repeats a request because it has received no response.
  const comment = await presentComment(ctx, taskId, id);
  ctx.notifyClients([authorId], commentChanged, { taskId, comment });
  return comment;
}

function writerOf(ctx: Context): CommentWriter {
  return {
    authorId: actorOf(ctx).id,
    guestId: null,
    guestName: null,
    limits: [{ key: `comments:person:${actorOf(ctx).id}`, limit: commentLimit }],
  };
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
  return notifyMembers(ctx, task, address.commentId);
}

/**
 * Empties an own comment or reply, or as the creator that of a guest. With replies, clients show "Comment deleted" in
 * its place.
 */
export async function deleteComment(ctx: Context, address: CommentAddress): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId);
  const row = await commentOf(ctx, address);
  const moderates = row.guestId !== null && task.creatorId === actorOf(ctx).id;
  if (!moderates) requireOwn(ctx, row);
  await emptyComment(ctx, row);
  return notifyMembers(ctx, task, row.id);
}

async function ownComment(ctx: Context, address: CommentAddress): Promise<CommentRow> {
  const row = await commentOf(ctx, address);
  requireOwn(ctx, row);
  return row;
}

function requireOwn(ctx: Context, { authorId }: CommentRow): void {
  if (authorId !== actorOf(ctx).id) throw feedbackError("not_author");
}

/** Removes the content of a comment of a locked task. */
export async function emptyComment(ctx: Context, row: CommentRow): Promise<void> {
  await removeFiles(ctx, row.imageFileIds);
  await removeReactionsTo(ctx.tx, row.taskId, row.id);
  await changeComment(ctx.tx, row, {
    text: "",
    drawing: null,
    imageFileIds: [],
    mentions: [],
    deletedAt: ctx.now,
  });
}
