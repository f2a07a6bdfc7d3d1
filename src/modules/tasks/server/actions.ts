import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { keepFiles, removeFiles } from "#modules/media/server/actions.ts";

import { type Task, taskChanged, taskEdited, taskMoved, tasksError } from "../contract.ts";
import { mayEdit, type Move, nextStage, taskOfOwner } from "../rules.ts";
import { filesOf, presentTasks } from "./present.ts";
import { changeRow, findTaskOf, listTeammates, lockRow, type TaskChange, type TaskRow } from "./store.ts";

export type { TaskRow } from "./store.ts";

/** The task, when the actor is one of its two people; otherwise 404, as for a task that does not exist. */
export async function taskFor(ctx: ReadContext, taskId: number): Promise<TaskRow> {
  const row = await findTaskOf(ctx.tx, taskId, actorOf(ctx).id);
  if (!row) throw tasksError("task_not_found");
  return row;
}

/** Whether a file still belongs to the task that its address names, and the person still is one of the task's two people. */
export async function mayReadFile(
  ctx: ReadContext,
  { id, personId, subject }: { id: string; personId: number; subject: string },
): Promise<boolean> {
  const taskId = taskOfOwner(subject);
  const row = taskId === null ? null : await findTaskOf(ctx.tx, taskId, personId);
  return row !== null && filesOf(row).includes(id);
}

/** `taskFor`, locked until the transaction ends: for decisions that depend on its stage. */
export async function lockTaskFor(ctx: Context, taskId: number): Promise<TaskRow> {
  await taskFor(ctx, taskId);
  const row = await lockTask(ctx, taskId);
  const { id } = actorOf(ctx);
  // Its people may have changed while we waited for the lock.
  if (row.creatorId !== id && row.editorId !== id) throw tasksError("task_not_found");
  return row;
}

/** The task, locked until the transaction ends, whoever acts: for the server's own work. */
export async function lockTask(ctx: Context, taskId: number): Promise<TaskRow> {
  const row = await lockRow(ctx.tx, taskId);
  if (!row) throw tasksError("task_not_found");
  return row;
}

/**
 * Moves the task to the stage that `move` leads to, announces it and tells both people. 409 `wrong_stage` where the
 * present stage doesn't allow the move.
 */
export async function advanceTask(ctx: Context, taskId: number, move: Move): Promise<TaskRow> {
  const row = await lockTask(ctx, taskId);
  const to = nextStage(row.stage, move);
  if (to === null) throw tasksError("wrong_stage");
  const publishFailed = move === "publishing_failed";
  const moved = await changeRow(ctx.tx, taskId, { stage: to, publishFailed, updatedAt: ctx.now });
  await ctx.emit(taskMoved, { taskId, from: row.stage, to });
  notifyTaskClients(ctx, moved);
  return moved;
}

/** Whoever shares an open task with a person, and so has their name and picture on a card. */
export async function teammatesOf(ctx: Context, personId: number): Promise<number[]> {
  return listTeammates(ctx.tx, personId);
}

/** What later rooms write on the card. */
export type TaskNote = Pick<
  TaskChange,
  "version" | "arrival" | "shownVideoId" | "reviewEndsAt" | "feedback" | "watchUrl" | "stars" | "ratedAt"
>;

/** Writes on the card what a later room knows, and tells both people. */
export async function noteOnTask(ctx: Context, taskId: number, note: TaskNote): Promise<TaskRow> {
  const row = await changeRow(ctx.tx, taskId, { ...note, updatedAt: ctx.now });
  notifyTaskClients(ctx, row);
  return row;
}

/** A thumbnail left out stays, `null` takes it away; a new one is the id of a file just received. */
export interface VideoDetails {
  title: string;
  description: string;
  tags: string[];
  madeForKids: boolean;
  thumbnailFileId?: string | null | undefined;
}

/** Saves what the video will be called on the platform. 409 `wrong_stage` once it is on its way there. */
export async function updateVideoDetails(
  ctx: Context,
  taskId: number,
  details: VideoDetails,
): Promise<TaskRow> {
  const before = await lockTaskFor(ctx, taskId);
  if (before.creatorId !== actorOf(ctx).id) throw tasksError("task_not_found");
  if (!mayEdit(before.stage)) throw tasksError("wrong_stage");
  const { thumbnailFileId = before.thumbnailFileId, ...texts } = details;
  const after = await changeRow(ctx.tx, taskId, { ...texts, thumbnailFileId, updatedAt: ctx.now });
  await exchangeFiles(ctx, { from: [before.thumbnailFileId], to: [thumbnailFileId] });
  await ctx.emit(taskEdited, { taskId });
  notifyTaskClients(ctx, after);
  return after;
}

/** Keeps the files that are new in `to` and removes those that only `from` has. */
export async function exchangeFiles(
  ctx: Context,
  files: { from: readonly (string | null)[]; to: readonly (string | null)[] },
): Promise<void> {
  const only = (some: readonly (string | null)[], others: readonly (string | null)[]) =>
    some.filter((id) => id !== null).filter((id) => !others.includes(id));
  const [fresh, gone] = [only(files.to, files.from), only(files.from, files.to)];
  if (fresh.length > 0) await keepFiles(ctx, fresh);
  if (gone.length > 0) await removeFiles(ctx, gone);
}

/** The task as its people see it. */
export async function presentTask(ctx: ReadContext, row: TaskRow): Promise<Task> {
  const [task] = await presentTasks(ctx, [row]);
  if (!task) throw new Error("One row presents one task.");
  return task;
}

/** Lets the open screens of both people refetch the task; `also` names people who have just left it. */
export function notifyTaskClients(ctx: Context, row: TaskRow, also: readonly number[] = []): void {
  ctx.notifyClients([row.creatorId, row.editorId, ...also], taskChanged, { taskId: row.id });
}
