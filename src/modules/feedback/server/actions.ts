import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { framesOf, keepFiles, removeFiles } from "#modules/media/server/actions.ts";
import { lockActor } from "#modules/people/server/actions.ts";
import { versionOf, type VersionRow } from "#modules/review/server/actions.ts";
import { countUse } from "#modules/sign-in/server/actions/rate-limit.ts";
import type { TaskRow } from "#modules/tasks/server/actions.ts";

import { commentWritten, feedbackError, type Comment } from "../contract.ts";
import type { Drawing } from "../contract/drawing.ts";
import { commentableFrames, commentLimit, mayComment, mostComments } from "../rules.ts";
import { type CommentAddress, commentOf, lockOpenTask, threadOf } from "./access.ts";
import { notifyMembers, presentComment } from "./present.ts";
import { changeComment, findComment, findCounters, findListed, insertComment } from "./queries.ts";
import { removeReactionsTo } from "./reactions.ts";
import { requestStill } from "./stills/request.ts";
import type { CommentRow } from "./tables.ts";

export type WrittenComment = Pick<CommentRow, "id" | "version" | "authorId" | "guestName" | "text">;

/** The comments and replies of a task with these ids that are not deleted, in the order they were written. */
export async function writtenComments(
  ctx: ReadContext,
  taskId: number,
  ids: readonly string[],
): Promise<WrittenComment[]> {
  const rows = ids.length === 0 ? [] : await findListed(ctx.tx, taskId, ids);
  return rows.filter(({ deletedAt }) => deletedAt === null);
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
  const task = await lockOpenTask(ctx, taskId);
  const known = await knownComment(ctx, task, draft.id);
  if (known) return known;
  const version = await commentableVersion(ctx, taskId, draft.version);
  await requireFrames(ctx, version, draft);
  const { inFrame, outFrame, drawing } = draft;
  const place = { version: version.number, parentId: null, inFrame, outFrame, drawing };
  const comment = await store(ctx, task, draft, place);
  await requestStill(ctx, { taskId, version: version.number, frame: inFrame });
  return comment;
}

/** Stores a reply of the actor to a comment. It belongs to the version and frames of the comment. */
export async function replyToComment(
  ctx: Context,
  { taskId, commentId }: CommentAddress,
  draft: CommentDraft,
): Promise<Comment> {
  const task = await lockOpenTask(ctx, taskId);
  const known = await knownComment(ctx, task, draft.id);
  if (known) return known;
  const { version, inFrame, outFrame } = await threadOf(ctx, { taskId, commentId });
  return store(ctx, task, draft, { version, parentId: commentId, inFrame, outFrame, drawing: null });
}

/** The comment that an earlier request of the actor has stored. 409 `id_taken` if another user has sent it. */
async function knownComment(ctx: Context, task: TaskRow, id: string): Promise<Comment | null> {
  const known = await findComment(ctx.tx, task.id, id);
  if (!known) return null;
  if (known.authorId !== actorOf(ctx).id) throw feedbackError("id_taken");
  return presentComment(ctx, task.id, id);
}

async function commentableVersion(ctx: Context, taskId: number, number: number): Promise<VersionRow> {
  const version = await versionOf(ctx, { taskId, number });
  if (!version || !mayComment(version.state)) throw feedbackError("version_not_found");
  return version;
}

async function requireFrames(
  ctx: Context,
  { videoId }: VersionRow,
  { inFrame, outFrame }: CommentPlace,
): Promise<void> {
  const counted = await framesOf(ctx, videoId);
  if (!counted || inFrame > outFrame || outFrame >= commentableFrames(counted)) {
    throw feedbackError("no_such_frame");
  }
}

async function store(
  ctx: Context,
  task: TaskRow,
  { id, text, mentions, imageFileIds }: CommentDraft,
  place: Pick<CommentRow, "version" | "parentId" | "inFrame" | "outFrame" | "drawing">,
): Promise<Comment> {
  const authorId = (await lockActor(ctx)).id;
  if (text === "" && place.drawing === null && imageFileIds.length === 0)
    throw feedbackError("empty_comment");
  requireMembers(task, mentions);
  const { lastSequence } = await findCounters(ctx.tx, task.id);
  if (lastSequence >= mostComments) throw feedbackError("too_many_comments");
  await countUse(ctx, { key: `comments:person:${authorId}`, limit: commentLimit });
  await keepFiles(ctx, imageFileIds);
  await insertComment(ctx.tx, {
    ...{ ...place, taskId: task.id, id, authorId, guestId: null, guestName: null, text },
    ...{ imageFileIds: [...imageFileIds], mentions: [...new Set(mentions)], createdAt: ctx.now },
  });
  const { version } = place;
  await ctx.emit(commentWritten, {
    ...{ taskId: task.id, version, commentId: id, authorId, mentions: [...new Set(mentions)] },
  });
  return notifyMembers(ctx, task, id);
}

function requireMembers({ creatorId, editorId }: TaskRow, mentions: readonly number[]): void {
  if (mentions.some((id) => id !== creatorId && id !== editorId)) throw feedbackError("not_a_member");
}

/** Changes an own comment or reply. Without `drawing`, the drawing stays. */
export async function editComment(
  ctx: Context,
  address: CommentAddress,
  edited: { text: string; mentions: readonly number[]; drawing?: Drawing | null | undefined },
): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId);
  const row = await ownComment(ctx, address);
  const drawing = edited.drawing === undefined ? row.drawing : edited.drawing;
  if (drawing !== null && row.parentId !== null) throw feedbackError("drawing_on_reply");
  if (edited.text === "" && drawing === null && row.imageFileIds.length === 0) {
    throw feedbackError("empty_comment");
  }
  requireMembers(task, edited.mentions);
  await changeComment(ctx.tx, row, {
    ...{ text: edited.text, drawing, mentions: [...new Set(edited.mentions)], editedAt: ctx.now },
  });
  return notifyMembers(ctx, task, address.commentId);
}

/** Empties an own comment or reply. With replies, clients show "Comment deleted" in its place. */
export async function deleteComment(ctx: Context, address: CommentAddress): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId);
  const row = await ownComment(ctx, address);
  await removeFiles(ctx, row.imageFileIds);
  await removeReactionsTo(ctx.tx, task.id, row.id);
  await changeComment(ctx.tx, row, {
    ...{ text: "", drawing: null, imageFileIds: [], mentions: [], deletedAt: ctx.now },
  });
  return notifyMembers(ctx, task, row.id);
}

async function ownComment(ctx: Context, address: CommentAddress): Promise<CommentRow> {
  const row = await commentOf(ctx, address);
  if (row.authorId !== actorOf(ctx).id) throw feedbackError("not_author");
  return row;
}
