import type { Limit } from "#core/rate-limit.ts";
import { currentActor, type Context } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import { type Comment, commentWritten, feedbackError } from "#modules/feedback/contract/comments.ts";
import { type Drawing, maxDrawingBytes } from "#modules/feedback/contract/drawing.ts";
import { commentChanged } from "#modules/feedback/realtime-messages.ts";
import {
  commentableFrames,
  commentLimit,
  maxCommentLength,
  maxComments,
  maxVersionBytes,
  mayComment,
} from "#modules/feedback/rules/comments.ts";
import { simplifyDrawing } from "#modules/feedback/rules/pen-strokes.ts";
import type { PictureView } from "#modules/media/contract/picture-view.ts";
import { keepFiles } from "#modules/media/server/public/media.ts";
import { lockActor } from "#modules/people/server/public/people.ts";
import { framesOfVersion, type VersionFrames } from "#modules/review/server/public/review.ts";
import { audience, type TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { requestStill } from "../stills/jobs.ts";
import type { CommentRow } from "../tables.ts";
import { type CommentAddress, lockOpenTask, findThread } from "./access.ts";
import { sendNewComment } from "./notify-readers.ts";
import { presentComment } from "./present.ts";
import {
  changeComment,
  type Counters,
  findComment,
  findCounters,
  insertComment,
  sumOtherBytes,
} from "./queries.ts";

/** `id` is chosen by the client; sending the same id again returns the stored comment. */
export interface CommentDraft {
  id: string;
  text: string;
  mentions: readonly number[];
  imageFileIds: readonly string[];
}

/** The frames of a version that a comment is on, its drawing, and the part of the picture it is about. */
export interface CommentFrames {
  version: number;
  inFrame: number;
  outFrame: number;
  drawing: Drawing | null;
  view: PictureView | null;
}

/**
 * Stores a comment of the actor on frames of a version and sends it to the members of the task. 404 for versions that
 * were not in review, 409 when the task is over, 422 for frames that the video doesn't have, 429 above `commentLimit`.
 */
export async function addComment(
  ctx: Context,
  taskId: number,
  draft: CommentDraft & CommentFrames,
): Promise<Comment> {
  const task = await lockOpenTask(ctx, taskId);
  // What these read may be changed by a transaction that has the lock.
  const [stored, counters, version] = await together([
    findComment(ctx.tx, taskId, draft.id),
    findCounters(ctx.tx, taskId),
    framesOfVersion(ctx, { taskId, number: draft.version }),
    lockActor(ctx),
  ]);
  if (stored) return knownComment(ctx, stored);
  requireCommentable(version, draft);
  return storeComment(ctx, { task, counters }, { ...draft, ...commentWriter(ctx), parentId: null });
}

/** Stores a reply of the actor to a comment. It belongs to the version and frames of the comment. */
export async function replyToComment(
  ctx: Context,
  { taskId, commentId }: CommentAddress,
  draft: CommentDraft,
): Promise<Comment> {
  const task = await lockOpenTask(ctx, taskId);
  const [stored, counters] = await together([
    findComment(ctx.tx, taskId, draft.id),
    findCounters(ctx.tx, taskId),
    lockActor(ctx),
  ]);
  if (stored) return knownComment(ctx, stored);
  const { version, inFrame, outFrame } = await findThread(ctx, { taskId, commentId });
  const place = { version, parentId: commentId, inFrame, outFrame, drawing: null, view: null };
  return storeComment(ctx, { task, counters }, { ...draft, ...commentWriter(ctx), ...place });
}

/** The comment that an earlier request of the actor has stored. 409 `id_taken` if another user has sent it. */
async function knownComment(ctx: Context, { authorId, taskId, id }: CommentRow): Promise<Comment> {
  if (authorId !== currentActor(ctx).id) throw feedbackError("id_taken");
  // To the client that repeats a request because it has received no response.
  const comment = await presentComment(ctx, taskId, id);
  ctx.notifyClients([authorId], commentChanged, { taskId, comment });
  return comment;
}

function commentWriter(ctx: Context): CommentWriter {
  return {
    authorId: currentActor(ctx).id,
    guestId: null,
    guestName: null,
    limits: [{ key: `comments:person:${currentActor(ctx).id}`, limit: commentLimit }],
  };
}

/** A user or guest who writes a comment, with their rate limits. */
export interface CommentWriter extends Pick<CommentRow, "authorId" | "guestId" | "guestName"> {
  limits: readonly { key: string; limit: Limit }[];
}

export type NewComment = CommentWriter &
  Pick<CommentRow, "id" | "version" | "parentId" | "inFrame" | "outFrame" | "text" | "drawing" | "view"> & {
    mentions: readonly number[];
    imageFileIds: readonly string[];
  };

/** A locked task, and its counters read under the lock. */
export interface CountedTask {
  task: TaskRow;
  counters: Counters;
}

/**
 * Stores a comment or reply in a locked task, emits `feedback.comment_written`, sends it to the clients of the members, and
 * returns it as the actor reads it. 422 without content and for users who
 * aren't members of the task, 409 `too_many_comments`, 429 above the limits of its writer.
 */
export async function storeComment(
  ctx: Context,
  { task, counters }: CountedTask,
  { limits, ...comment }: NewComment,
): Promise<Comment> {
  requireContent(comment);
  await requireMembers(ctx, task, comment.mentions);
  if (counters.lastSequence >= maxComments) throw feedbackError("too_many_comments");
  await keepFiles(ctx, comment.imageFileIds, { accountId: task.creatorId, use: "comment_image" });
  const taskId = task.id;
  const mentions = [...new Set(comment.mentions)];
  const imageFileIds = [...comment.imageFileIds];
  const { id: commentId, version, authorId, parentId, inFrame } = comment;
  const drawing = comment.drawing && simplifyDrawing(comment.drawing);
  const stored = { ...comment, drawing, mentions, imageFileIds, taskId, createdAt: ctx.now };
  const [memberIds, inserted] = await together([
    audience(ctx, task),
    insertComment(ctx.tx, counters, stored),
    ...limits.map((counted) => countUse(ctx, counted)),
    // Fewer comments can't be too large together.
    ...(counters.lastSequence >= commentsOfFullVersion ? [requireSpace(ctx, stored)] : []),
    // The comments of guests are work of the creator, who has invited them.
    ...(parentId === null
      ? [requestStill(ctx, { taskId, version, frame: inFrame }, authorId ?? task.creatorId)]
      : []),
  ]);
  const [presented] = await together([
    sendNewComment(ctx, inserted, memberIds),
    ctx.emit(commentWritten, {
      taskId,
      version,
      commentId,
      isReply: parentId !== null,
      authorId,
      memberIds,
      mentions,
    }),
  ]);
  return presented;
}

export interface EditedContent {
  text: string;
  mentions: readonly number[];
  /** Without it, the drawing stays. */
  drawing?: Drawing | null | undefined;
}

/**
 * Changes a stored comment or reply of a locked task. 422 without content, for drawings on replies, and for users who
 * aren't members of the task.
 */
export async function changeContent(
  ctx: Context,
  { task, row }: { task: TaskRow; row: CommentRow },
  { text, mentions, drawing: sent }: EditedContent,
): Promise<void> {
  const drawing = sent === undefined ? row.drawing : sent && simplifyDrawing(sent);
  if (drawing !== null && row.parentId !== null) throw feedbackError("drawing_on_reply");
  requireContent({ ...row, text, drawing });
  await requireMembers(ctx, task, mentions);
  const content = { ...row, text, drawing };
  if (commentBytes(content) > commentBytes(row)) await requireSpace(ctx, content);
  const edited = { text, drawing, mentions: [...new Set(mentions)], editedAt: ctx.now };
  await changeComment(ctx.tx, row, edited);
}

/** The number of comments of any size that a version has space for. */
const commentsOfFullVersion = Math.floor(maxVersionBytes / (maxCommentLength * 4 + maxDrawingBytes));

/** 409 `version_full` if the texts and drawings of a version would exceed `maxVersionBytes` with this content of a comment. */
async function requireSpace(
  ctx: Context,
  comment: Pick<CommentRow, "taskId" | "version" | "id" | "text" | "drawing">,
): Promise<void> {
  const others = await sumOtherBytes(ctx.tx, comment);
  if (others + commentBytes(comment) > maxVersionBytes) throw feedbackError("version_full");
}

function commentBytes({ text, drawing }: Pick<CommentRow, "text" | "drawing">): number {
  return Buffer.byteLength(text) + (drawing === null ? 0 : Buffer.byteLength(JSON.stringify(drawing)));
}

/** 422 `empty_comment` without text, drawing and images. */
function requireContent(
  comment: Pick<CommentRow, "text" | "drawing"> & { imageFileIds: readonly string[] },
): void {
  if (comment.text === "" && comment.drawing === null && comment.imageFileIds.length === 0) {
    throw feedbackError("empty_comment");
  }
}

/** 422 `not_a_member` for mentions of others than the members of the task and an editor who declined it. */
async function requireMembers(ctx: Context, task: TaskRow, mentions: readonly number[]): Promise<void> {
  const others = mentions.filter((id) => id !== task.creatorId && id !== task.editorId);
  if (others.length === 0) return;
  const members = await audience(ctx, task);
  if (others.some((id) => !members.includes(id))) throw feedbackError("not_a_member");
}

/**
 * Requires a version that can be commented on and has these frames. 404 for versions that were not in review, 422 for frames that
 * the video doesn't have.
 */
export function requireCommentable(
  version: VersionFrames | null,
  { inFrame, outFrame }: Pick<CommentRow, "inFrame" | "outFrame">,
): void {
  if (!version || !mayComment(version.state)) throw feedbackError("version_not_found");
  if (!version.frames || inFrame > outFrame || outFrame >= commentableFrames(version.frames)) {
    throw feedbackError("no_such_frame");
  }
}
