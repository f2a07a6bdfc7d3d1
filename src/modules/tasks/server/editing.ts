import { commonError } from "#core/error.ts";
import { actorOf, type Context } from "#core/server/context.ts";
import { cardsOf, lockActor, personByName } from "#modules/accounts/server/actions.ts";

import { taskCreated, taskEdited, tasksError } from "../contract.ts";
import { deadlineMoment, mayEdit, mayReassign, mostAttachments } from "../rules.ts";
import { advanceTask, exchangeFiles, lockTask, taskFor, notifyTaskClients } from "./actions.ts";
import { changeRow, insertTask, type TaskRow } from "./store.ts";

/** What the task form carries; files have been received already and are named by their ids. */
export interface TaskForm {
  taskTitle: string;
  workDescription: string;
  /** A date, or a moment in ISO form. */
  deadline: string;
  /** The editor's name. */
  assignedTo: string;
  title: string;
  description: string;
  madeForKids: boolean;
  tags: string[];
  fileIds: string[];
  thumbnailFileId: string | null;
}

export interface TaskEdit extends TaskForm {
  /** Addresses of the attachments that stay; without a list all of them do. */
  oldAttachments?: string[] | undefined;
  removeThumbnail?: boolean | undefined;
}

export async function createTask(ctx: Context, form: TaskForm): Promise<TaskRow> {
  const creator = await lockActor(ctx);
  const editor = await findEditor(ctx, form.assignedTo);
  const row = await insertTask(ctx.tx, {
    ...textsOf(form),
    creatorId: creator.id,
    editorId: editor.id,
    stage: "assigned",
    thumbnailFileId: form.thumbnailFileId,
    attachmentFileIds: form.fileIds,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  await exchangeFiles(ctx, { from: [], to: [...form.fileIds, form.thumbnailFileId] });
  await ctx.emit(taskCreated, { taskId: row.id });
  notifyTaskClients(ctx, row);
  return row;
}

export async function updateTask(ctx: Context, taskId: number, edit: TaskEdit): Promise<TaskRow> {
  const before = await lockEditable(ctx, taskId);
  const editor = await findNextEditor(ctx, before, edit.assignedTo);
  const attachmentFileIds = [...keptAttachments(before, edit.oldAttachments), ...edit.fileIds];
  if (attachmentFileIds.length > mostAttachments) throw tasksError("too_many_attachments");
  const present = edit.removeThumbnail ? null : before.thumbnailFileId;
  const thumbnailFileId = edit.thumbnailFileId ?? present;
  const after = await changeRow(ctx.tx, taskId, {
    ...textsOf(edit),
    editorId: editor.id,
    attachmentFileIds,
    thumbnailFileId,
    updatedAt: ctx.now,
  });
  await exchangeFiles(ctx, {
    from: [...before.attachmentFileIds, before.thumbnailFileId],
    to: [...attachmentFileIds, thumbnailFileId],
  });
  const formerEditorId = before.editorId === after.editorId ? null : before.editorId;
  await ctx.emit(taskEdited, { taskId, formerEditorId });
  notifyTaskClients(ctx, after, formerEditorId === null ? [] : [formerEditorId]);
  return after;
}

export async function cancelTask(ctx: Context, taskId: number): Promise<TaskRow> {
  await taskOfCreator(ctx, taskId);
  return advanceTask(ctx, taskId, "cancel");
}

/** Refuses what can be refused before a file is received. */
export async function admitTask(ctx: Context, form: { assignedTo: string }, taskId?: number): Promise<void> {
  if (taskId === undefined) {
    await findEditor(ctx, form.assignedTo);
    return;
  }
  const row = await lockEditable(ctx, taskId);
  await findNextEditor(ctx, row, form.assignedTo);
}

/** Only the task's creator may write its brief; to its editor it looks like a stranger's task would. */
export async function taskOfCreator(ctx: Context, taskId: number): Promise<TaskRow> {
  const row = await taskFor(ctx, taskId);
  if (row.creatorId !== actorOf(ctx).id) throw tasksError("task_not_found");
  return row;
}

async function lockEditable(ctx: Context, taskId: number): Promise<TaskRow> {
  await taskOfCreator(ctx, taskId);
  const row = await lockTask(ctx, taskId);
  if (!mayEdit(row.stage)) throw tasksError("wrong_stage");
  return row;
}

async function findNextEditor(ctx: Context, row: TaskRow, name: string): Promise<{ id: number }> {
  const present = (await cardsOf(ctx, [row.editorId])).get(row.editorId);
  // An editor who has left is found by no name, and stays where nobody else can be chosen yet.
  if (present?.name === name) return present;
  const editor = await findEditor(ctx, name);
  if (editor.id !== row.editorId && !mayReassign(row.stage)) throw tasksError("editor_fixed");
  return editor;
}

async function findEditor(ctx: Context, name: string): Promise<{ id: number }> {
  const person = await personByName(ctx, name);
  if (!person) throw atField("editor_not_found");
  if (person.role !== "EDITOR") throw atField("only_editors");
  return person;
}

function atField(code: "editor_not_found" | "only_editors"): Error {
  const { message } = tasksError(code);
  return tasksError(code, { issues: [{ path: "assignedTo", message }] });
}

/** An attachment's address carries its id; the rest of it changes with every reading. */
function keptAttachments(row: TaskRow, addresses: readonly string[] | undefined): string[] {
  if (!addresses) return row.attachmentFileIds;
  return row.attachmentFileIds.filter((id) => addresses.some((address) => address.includes(id)));
}

function textsOf(form: TaskForm) {
  const { taskTitle, workDescription, title, description, madeForKids, tags } = form;
  const deadline = deadlineMoment(form.deadline);
  if (!deadline) throw commonError("invalid_input", { message: "Deadline is required" });
  return { taskTitle, workDescription, title, description, madeForKids, tags, deadline };
}
