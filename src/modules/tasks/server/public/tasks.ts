import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { keepFiles, lockFiles, removeFiles } from "#modules/media/server/public/media.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { type Task, taskEdited, taskMoved, tasksError } from "#modules/tasks/contract/tasks.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { mayEdit, type Move, nextStage, type Side, sides } from "#modules/tasks/rules/stages.ts";

import { audience, lockTaskFor } from "../access/actions.ts";
import {
  changeRow,
  filesOfOtherTasks,
  findRow,
  listRecentTeammates,
  listTeammates,
  lockRow,
  type TaskRow,
} from "../tasks/queries.ts";
import { presentTasks } from "../tasks/task-response.ts";

export type { TaskRow } from "../tasks/queries.ts";
export {
  abilitiesIn,
  type AccessedTask,
  audience,
  audienceOfTasks,
  editorsOfCreator,
  lockTaskFor,
  mayReadFile,
  taskFor,
  workTogether,
} from "../access/actions.ts";
export { channelRights, requireChannel } from "../access/channels.ts";
export { editorIds, presentTasks } from "../tasks/task-response.ts";

/** The id of the editor of a task with a version. Only tasks without one can be without an editor. */
export function requireEditor({ id, editorId }: Pick<TaskRow, "id" | "editorId">): number {
  if (editorId === null) throw new Error(`Task ${id} has no editor.`);
  return editorId;
}

/** The task without a permission check, for the server's own work. 404 if it does not exist. */
export async function readTask(ctx: ReadContext, taskId: number): Promise<TaskRow> {
  const row = await findRow(ctx.tx, taskId);
  if (!row) throw tasksError("task_not_found");
  return row;
}

/** The task locked until the end of the transaction, without a check of the actor: for jobs and event handlers. */
export async function lockTask(ctx: Context, taskId: number): Promise<TaskRow> {
  const row = await lockRow(ctx.tx, taskId);
  if (!row) throw tasksError("task_not_found");
  return row;
}

/** Locks the task of a video, if it exists. */
export async function lockTaskOfVideo(ctx: Context, taskId: number): Promise<void> {
  await lockRow(ctx.tx, taskId);
}

/** Moves the task to its next stage and emits `tasks.moved`. 409 `wrong_stage` if the stage doesn't allow the move. */
export async function advanceTask(ctx: Context, taskId: number, move: Move): Promise<TaskRow> {
  const row = await lockTask(ctx, taskId);
  const to = nextStage(row.stage, move);
  if (to === null) throw tasksError("wrong_stage");
  const moved = await changeRow(ctx.tx, taskId, { stage: to, updatedAt: ctx.now });
  await ctx.emit(taskMoved, { taskId, from: row.stage, to });
  await notifyTaskClients(ctx, moved);
  return moved;
}

/** Ids of the users who share an open task with the user. */
export async function listTeammateIds(ctx: Context, personId: number): Promise<number[]> {
  return listTeammates(ctx.tx, personId);
}

/** The users of the actor's newest open and completed tasks, newest first, without former members and suspended ones. */
export async function listTeammateCards(ctx: ReadContext): Promise<PersonCard[]> {
  const { id, role } = currentActor(ctx);
  return teammateCards(ctx, id, sides[role]);
}

/** Like `listTeammateCards`, of a user on one side of their tasks. */
export async function teammateCards(ctx: ReadContext, personId: number, side: Side): Promise<PersonCard[]> {
  const ids = await listRecentTeammates(ctx.tx, { personId, side });
  const cards = await personCards(ctx, ids);
  return ids.flatMap((id) => cards.get(id) ?? []).filter((card) => !isFormerMember(card) && !card.suspended);
}

/** `thumbnailFileId` is the id of a received file; `null` removes the thumbnail, `undefined` keeps it. */
export interface VideoDetails {
  title: string;
  description: string;
  tags: string[];
  madeForKids: boolean;
  thumbnailFileId?: string | null | undefined;
}

/** Saves the video's details. 409 `wrong_stage` once publishing has started. */
export async function updateVideoDetails(
  ctx: Context,
  taskId: number,
  details: VideoDetails,
): Promise<TaskRow> {
  const before = await lockTaskFor(ctx, taskId, "publish");
  if (!mayEdit(before.stage)) throw tasksError("wrong_stage");
  const after = await writeVideoDetails(ctx, before, details);
  await ctx.emit(taskEdited, { taskId });
  return after;
}

/** Saves changed details of a published video; its module sends them. The caller has locked the task and checked its stage. */
export async function changePublishedDetails(
  ctx: Context,
  before: TaskRow,
  details: Omit<VideoDetails, "madeForKids">,
): Promise<void> {
  await writeVideoDetails(ctx, before, details);
}

async function writeVideoDetails(
  ctx: Context,
  before: TaskRow,
  details: Omit<VideoDetails, "madeForKids"> & Partial<VideoDetails>,
): Promise<TaskRow> {
  const { thumbnailFileId = before.thumbnailFileId, ...texts } = details;
  const { id: taskId, creatorId, thumbnailFileId: former } = before;
  await replaceFiles(ctx, { creatorId, taskId, from: [former], to: [thumbnailFileId] });
  const after = await changeRow(ctx.tx, before.id, { ...texts, thumbnailFileId, updatedAt: ctx.now });
  await notifyTaskClients(ctx, after);
  return after;
}

/**
 * Keeps the received files that are only in `to` and deletes the files that are only in `from`. Called before the task's
 * row is written, so that an expired file causes the 404 of `keepFiles`.
 */
export async function replaceFiles(
  ctx: Context,
  files: {
    creatorId: number;
    /** Null for a new task. */
    taskId: number | null;
    from: readonly (string | null)[];
    to: readonly (string | null)[];
  },
): Promise<void> {
  const only = (some: readonly (string | null)[], others: readonly (string | null)[]) =>
    some.filter((id) => id !== null).filter((id) => !others.includes(id));
  const [fresh, gone] = [only(files.to, files.from), only(files.from, files.to)];
  if (fresh.length > 0) await keepFiles(ctx, fresh, { accountId: files.creatorId, use: "attachment" });
  if (gone.length > 0) await removeUnused(ctx, gone, files);
}

/** Removes files that no other task of the creator uses: copies of a task share its files. */
async function removeUnused(
  ctx: Context,
  fileIds: readonly string[],
  { creatorId, taskId }: { creatorId: number; taskId: number | null },
): Promise<void> {
  // Of two tasks that stop using a file at the same time, the second one sees that the first has.
  await lockFiles(ctx, fileIds);
  const used = await filesOfOtherTasks(ctx.tx, { creatorId, taskId, fileIds });
  const unused = fileIds.filter((id) => !used.has(id));
  if (unused.length > 0) await removeFiles(ctx, unused);
}

/** The task as the API returns it. */
export async function presentTask(ctx: ReadContext, row: TaskRow): Promise<Task> {
  const [task] = await presentTasks(ctx, [row]);
  if (!task) throw new Error("The task was not presented.");
  return task;
}

/** Makes open clients of the members and of the users in `also` refetch the task. */
export async function notifyTaskClients(
  ctx: Context,
  row: TaskRow,
  also: readonly number[] = [],
): Promise<void> {
  ctx.notifyClients([...(await audience(ctx, row)), ...also], taskChanged, { taskId: row.id });
}
