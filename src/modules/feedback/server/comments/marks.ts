import { currentActor, type Context } from "#core/server/context.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import { feedbackError, type Comment } from "#modules/feedback/contract/comments.ts";
import { doneInVersion, markLimit, type ReactionEmoji } from "#modules/feedback/rules/comments.ts";
import { newestVersion } from "#modules/review/server/public/review.ts";
import type { TaskRow } from "#modules/tasks/server/public/tasks.ts";

import type { CommentRow } from "../tables.ts";
import { type CommentAddress, findTaskComment, lockOpenTask, findThread } from "./access.ts";
import { notifyReaders } from "./notify-readers.ts";
import { presentComment } from "./present.ts";
import { changeComment, type CommentChange } from "./queries.ts";
import { addReaction, removeReaction } from "./reactions.ts";

const notDone = { doneVersion: null, doneNote: null, doneAt: null };

/** Resolves a comment, or reopens it, which also removes the editor's mark that it is done. */
export async function resolveComment(
  ctx: Context,
  address: CommentAddress,
  resolved: boolean,
): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId);
  const row = await findThread(ctx, address);
  const same = resolved ? row.resolvedAt !== null : row.resolvedAt === null && row.doneAt === null;
  const change = resolved
    ? { resolvedAt: ctx.now, resolvedBy: currentActor(ctx).id }
    : { resolvedAt: null, resolvedBy: null, ...notDone };
  return store(ctx, task, row, same ? null : change);
}

/** Marks a comment as done by those who upload versions, with a note, or removes the mark. */
export async function markDone(
  ctx: Context,
  address: CommentAddress,
  { done, note }: { done: boolean; note: string },
): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId, "upload");
  const row = await findThread(ctx, address);
  if (row.resolvedAt !== null) throw feedbackError("resolved");
  if (!done) return store(ctx, task, row, row.doneAt === null ? null : notDone);
  if (row.doneAt !== null && row.doneNote === note) return store(ctx, task, row, null);
  const newest = await newestVersion(ctx, task.id);
  if (!newest) throw feedbackError("version_not_found");
  const doneVersion = row.doneVersion ?? doneInVersion(row.version, newest);
  return store(ctx, task, row, { doneVersion, doneNote: note, doneAt: row.doneAt ?? ctx.now });
}

/** Adds or removes a reaction of the actor. Does nothing the second time. */
export async function react(
  ctx: Context,
  address: CommentAddress,
  { emoji, active }: { emoji: ReactionEmoji; active: boolean },
): Promise<Comment> {
  const task = await lockOpenTask(ctx, address.taskId);
  const row = await findTaskComment(ctx, address);
  const reaction = { taskId: task.id, commentId: row.id, personId: currentActor(ctx).id, emoji };
  const changed = await (active ? addReaction(ctx.tx, reaction) : removeReaction(ctx.tx, reaction));
  return store(ctx, task, row, changed ? {} : null);
}

/** Stores a change and sends it to the members of the task; null changes nothing. */
async function store(
  ctx: Context,
  task: TaskRow,
  row: CommentRow,
  change: CommentChange | null,
): Promise<Comment> {
  await countUse(ctx, { key: `comment-marks:person:${currentActor(ctx).id}`, limit: markLimit });
  if (change === null) return presentComment(ctx, task.id, row.id);
  await changeComment(ctx.tx, row, change);
  return notifyReaders(ctx, task, row.id);
}
