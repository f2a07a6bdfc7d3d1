import { type Context, currentGuest, type ReadContext } from "#core/server/context.ts";
import { lastCompleteChange } from "#core/server/cut-page.ts";
import { feedbackError } from "#modules/feedback/contract/comments.ts";
import type { GuestComment } from "#modules/feedback/contract/guests.ts";
import { guestCommentLimit, linkCommentLimit } from "#modules/feedback/rules/guests.ts";
import { framesOfVersion } from "#modules/review/server/public/review.ts";
import type { TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { findTaskComment, findThread } from "../comments/access.ts";
import { findChanges, findOfVersion } from "../comments/list-queries.ts";
import { notifyReaders } from "../comments/notify-readers.ts";
import { presentComments } from "../comments/present.ts";
import { findListed, type ListedComment, findComment, findCounters } from "../comments/queries.ts";
import {
  changeContent,
  type CommentFrames,
  type CommentWriter,
  type EditedContent,
  requireCommentable,
  storeComment,
} from "../comments/write-comment.ts";
import { emptyComment } from "../public/feedback.ts";
import type { CommentRow } from "../tables.ts";
import { asGuestSees } from "./present.ts";
import type { LinkOnVersion } from "./queries.ts";
import { linkOfGuest, lockForGuest } from "./review.ts";
import { recordVisit } from "./sessions.ts";

interface GuestDraft {
  /** Chosen by the client; sending the same id again returns the stored comment. */
  id: string;
  text: string;
  /** IP address for the access log. */
  address: string;
}

/** A page of the comments and replies on the guest's version. */
export async function listGuestComments(
  ctx: ReadContext,
  { after, limit }: { after: number; limit: number },
): Promise<{ change: number; comments: GuestComment[]; next: number | null }> {
  const { taskId, version } = await linkOfGuest(ctx);
  // Read before the comments, so that changes meanwhile are requested again.
  const { lastChange } = await findCounters(ctx.tx, taskId);
  const { rows, more } = await findOfVersion(ctx.tx, { taskId, version, after, limit });
  const next = more ? (rows.at(-1)?.sequence ?? null) : null;
  return { change: lastChange, comments: await presentForGuest(ctx, taskId, rows), next };
}

/** Comments on the guest's version that were changed after a change number. `change` is the number to continue with. */
export async function listGuestChanges(
  ctx: ReadContext,
  page: { after: number; limit: number },
): Promise<{ change: number; comments: GuestComment[]; more: boolean }> {
  const { taskId, version } = await linkOfGuest(ctx);
  const { lastChange } = await findCounters(ctx.tx, taskId);
  const changed = await findChanges(ctx.tx, { ...page, taskId, version });
  return {
    change: lastCompleteChange(changed, lastChange),
    comments: await presentForGuest(ctx, taskId, changed.rows),
    more: changed.more,
  };
}

/** Stores a comment of the guest on frames of their version and sends it to those who read it. */
export async function addGuestComment(
  ctx: Context,
  { address, ...draft }: GuestDraft & Omit<CommentFrames, "version">,
): Promise<GuestComment> {
  const { task, link } = await lockForGuest(ctx);
  if (!(await isKnown(ctx, task, draft.id))) {
    const comment = { ...draft, version: link.version, parentId: null };
    requireCommentable(await framesOfVersion(ctx, { taskId: task.id, number: link.version }), comment);
    await store(ctx, { task, link, address }, comment);
  }
  return presentOne(ctx, task, draft.id);
}

/** Stores a reply of the guest to a comment on their version. */
export async function replyAsGuest(
  ctx: Context,
  parentId: string,
  { address, ...draft }: GuestDraft,
): Promise<GuestComment> {
  const { task, link } = await lockForGuest(ctx);
  if (!(await isKnown(ctx, task, draft.id))) {
    const thread = await findThread(ctx, { taskId: task.id, commentId: parentId });
    requireVersion(thread, link);
    const { version, inFrame, outFrame } = thread;
    const place = { version, parentId, inFrame, outFrame, drawing: null, view: null };
    await store(ctx, { task, link, address }, { ...draft, ...place });
  }
  return presentOne(ctx, task, draft.id);
}

/** Changes an own comment or reply. Without `drawing`, the drawing stays. */
export async function editGuestComment(
  ctx: Context,
  commentId: string,
  edited: Omit<EditedContent, "mentions">,
): Promise<GuestComment> {
  const { task, link } = await lockForGuest(ctx);
  const row = await ownComment(ctx, link, commentId);
  await changeContent(ctx, { task, row }, { ...edited, mentions: [] });
  await notifyReaders(ctx, task, commentId);
  return presentOne(ctx, task, commentId);
}

/** Empties an own comment or reply. */
export async function deleteGuestComment(ctx: Context, commentId: string): Promise<GuestComment> {
  const { task, link } = await lockForGuest(ctx);
  await emptyComment(ctx, await ownComment(ctx, link, commentId));
  await notifyReaders(ctx, task, commentId);
  return presentOne(ctx, task, commentId);
}

/** Whether an earlier request of the guest has stored the comment. 409 `id_taken` if another author has. */
async function isKnown(ctx: Context, task: TaskRow, id: string): Promise<boolean> {
  const existing = await findComment(ctx.tx, task.id, id);
  if (existing && existing.guestId !== currentGuest(ctx).id) throw feedbackError("id_taken");
  return existing !== null;
}

async function store(
  ctx: Context,
  { task, link, address }: { task: TaskRow; link: LinkOnVersion; address: string },
  comment: Pick<CommentRow, "id" | "parentId" | "text"> & CommentFrames,
): Promise<void> {
  const { id, name } = currentGuest(ctx);
  const writer: CommentWriter = {
    authorId: null,
    guestId: id,
    guestName: name,
    limits: [
      { key: `comments:guest:${id}`, limit: guestCommentLimit },
      { key: `comments:guest-link:${link.id}`, limit: linkCommentLimit },
    ],
  };
  const counters = await findCounters(ctx.tx, task.id);
  await storeComment(ctx, { task, counters }, { ...comment, ...writer, mentions: [], imageFileIds: [] });
  await recordVisit(ctx, { linkId: link.id, guestId: id, kind: "commented", address });
}

async function ownComment(ctx: Context, link: LinkOnVersion, commentId: string): Promise<CommentRow> {
  const row = await findTaskComment(ctx, { taskId: link.taskId, commentId });
  requireVersion(row, link);
  if (row.guestId !== currentGuest(ctx).id) throw feedbackError("not_author");
  return row;
}

/** Comments on other versions are unknown to guests. */
function requireVersion(row: CommentRow, link: LinkOnVersion): void {
  if (row.version !== link.version) throw feedbackError("comment_not_found");
}

async function presentOne(ctx: ReadContext, task: TaskRow, id: string): Promise<GuestComment> {
  const [comment] = await presentForGuest(ctx, task.id, await findListed(ctx.tx, task.id, [id]));
  if (!comment) throw new Error("The comment was not presented.");
  return comment;
}

async function presentForGuest(
  ctx: ReadContext,
  taskId: number,
  rows: readonly ListedComment[],
): Promise<GuestComment[]> {
  const withoutStills = rows.map((row) => ({ ...row, stillFileId: null }));
  const presented = await presentComments(ctx, taskId, withoutStills);
  const ownIds = new Set(rows.filter(({ guestId }) => guestId === currentGuest(ctx).id).map(({ id }) => id));
  return presented.map((comment) => asGuestSees(comment, ownIds.has(comment.id)));
}
