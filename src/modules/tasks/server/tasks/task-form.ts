import { commonError } from "#core/error.ts";
import { currentActor, type Context } from "#core/server/context.ts";
import type { Admission } from "#core/server/form.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import { blockersBetween } from "#modules/people/server/public/blocks.ts";
import {
  personCards,
  lockActor,
  personByName,
  personTimeZone,
} from "#modules/people/server/public/people.ts";
import type { Invitee } from "#modules/sign-in/contract/invitee.ts";
import type { NewContributor } from "#modules/tasks/contract/contributor.ts";
import { type TaskDraft, taskCreated, taskEdited, tasksError } from "#modules/tasks/contract/tasks.ts";
import {
  activeEditor,
  deadlineMoment,
  mayEdit,
  mayReassign,
  maxAttachments,
  newTaskLimit,
} from "#modules/tasks/rules/stages.ts";

import { newTaskCreator, lockChannel, requireChannel } from "../access/channels.ts";
import { findContributors, replaceContributors } from "../contributors/contributors.ts";
import { inviteEditor, refreshInvitations } from "../invitations/invitations.ts";
import { advanceTask, lockTaskFor, replaceFiles, taskFor, notifyTaskClients } from "../public/tasks.ts";
import { changeRow, insertTask, type TaskRow } from "./queries.ts";

/** The fields of the task form with the ids of its received files. */
export interface TaskForm extends TaskDraft {
  inviteEditor?: Invitee | undefined;
  /** All contributors; undefined to leave them as they are. */
  contributors?: NewContributor[] | undefined;
  fileIds: string[];
  thumbnailFileId: string | null;
}

/**
 * A new task. `channel` is the id of its creator, by default the actor. `copyOf` is the id of a task of the channel that the
 * actor may edit and whose attachments and thumbnail are kept as in `TaskEdit`.
 */
export interface NewTaskForm extends TaskForm {
  channel?: number | undefined;
  copyOf?: number | undefined;
  oldAttachments?: string[] | undefined;
  removeThumbnail?: boolean | undefined;
}

export interface TaskEdit extends TaskForm {
  /** URLs of the attachments to keep; all of them if undefined. */
  oldAttachments?: string[] | undefined;
  removeThumbnail?: boolean | undefined;
}

/**
 * Creates a task of the actor, or of a creator for whom the actor may create tasks; its files may be those of another one.
 * 403 without the right, 404 without access to the copied task; 422 if `assignedTo` is not an editor, or the editor and the
 * creator have blocked each other; 429 if the actor has reached the limit of new tasks.
 */
export async function createTask(ctx: Context, form: NewTaskForm): Promise<TaskRow> {
  const actor = await lockActor(ctx);
  const source = form.copyOf === undefined ? null : await lockTaskFor(ctx, form.copyOf, "edit");
  const creatorId = newTaskCreator(ctx, form, source);
  await lockChannel(ctx, creatorId);
  const chosen = await chooseEditor(ctx, form, { creatorId, row: null });
  const wanted = await formContributors(ctx, form, { id: null, creatorId, editorId: chosen.editorId });
  await countUse(ctx, { key: `new task:${actor.id}`, limit: newTaskLimit });
  const copied = filesToCopy(source, form);
  const attachmentFileIds = [...copied.attachments, ...form.fileIds];
  if (attachmentFileIds.length > maxAttachments) throw tasksError("too_many_attachments");
  const thumbnailFileId = form.thumbnailFileId ?? copied.thumbnail;
  await replaceFiles(ctx, {
    creatorId,
    taskId: null,
    // What is copied is kept already.
    from: [...copied.attachments, ...(copied.thumbnail === thumbnailFileId ? [copied.thumbnail] : [])],
    to: [...attachmentFileIds, thumbnailFileId],
  });
  const row = await insertTask(ctx.tx, {
    ...formTexts(form, await actorTimeZone(ctx)),
    creatorId,
    ...chosen,
    stage: "assigned",
    thumbnailFileId,
    attachmentFileIds,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  });
  await refreshInvitations(ctx, creatorId, [row.invitationId]);
  await ctx.emit(taskCreated, { taskId: row.id });
  if (wanted) await replaceContributors(ctx, row, wanted);
  await notifyTaskClients(ctx, row);
  return row;
}

/**
 * Updates a task that the actor may edit. 409 `wrong_stage` once it is publishing, `editor_fixed` if the editor can no longer be
 * changed; 422 if `assignedTo` can't be assigned or there are too many attachments. Saving a declined task assigns its editor again.
 */
export async function updateTask(ctx: Context, taskId: number, edit: TaskEdit): Promise<TaskRow> {
  const before = await lockEditable(ctx, taskId);
  const chosen = await chooseEditor(ctx, edit, { creatorId: before.creatorId, row: before });
  const changed =
    chosen.editorId !== before.editorId || (before.declinedAt !== null && mayReassign(before.stage));
  const assigned = changed && chosen.editorId !== null;
  const wanted = await formContributors(ctx, edit, { ...before, ...chosen });
  const attachmentFileIds = [...keptAttachments(before, edit.oldAttachments), ...edit.fileIds];
  if (attachmentFileIds.length > maxAttachments) throw tasksError("too_many_attachments");
  const present = edit.removeThumbnail ? null : before.thumbnailFileId;
  const thumbnailFileId = edit.thumbnailFileId ?? present;
  await replaceFiles(ctx, {
    creatorId: before.creatorId,
    taskId,
    from: [...before.attachmentFileIds, before.thumbnailFileId],
    to: [...attachmentFileIds, thumbnailFileId],
  });
  const after = await changeRow(ctx.tx, taskId, {
    ...formTexts(edit, await actorTimeZone(ctx)),
    ...chosen,
    ...(changed && { declinedAt: null, declineReason: null }),
    attachmentFileIds,
    thumbnailFileId,
    updatedAt: ctx.now,
  });
  const formerEditorId = before.editorId === after.editorId ? null : activeEditor(before);
  await refreshInvitations(ctx, before.creatorId, [before.invitationId, after.invitationId]);
  await ctx.emit(taskEdited, { taskId, assigned, formerEditorId });
  if (wanted) await replaceContributors(ctx, after, wanted);
  await notifyTaskClients(ctx, after, formerEditorId === null ? [] : [formerEditorId]);
  return after;
}

/** Cancels a task that the actor manages. 409 `wrong_stage` once it is publishing. */
export async function cancelTask(ctx: Context, taskId: number): Promise<TaskRow> {
  await lockTaskFor(ctx, taskId, "manage");
  const cancelled = await advanceTask(ctx, taskId, "cancel");
  await refreshInvitations(ctx, cancelled.creatorId, [cancelled.invitationId]);
  return cancelled;
}

/** Checks the right, the editor and the contributors before the files of a new task are received, which count for its creator. */
export async function admitNewTask(
  ctx: Context,
  form: PeopleChoice & Pick<NewTaskForm, "channel" | "copyOf">,
): Promise<Admission> {
  const source = form.copyOf === undefined ? null : await taskFor(ctx, form.copyOf, "edit");
  const creatorId = newTaskCreator(ctx, form, source);
  await requireChannel(ctx, creatorId);
  const chosen = await findChosen(ctx, form, { creatorId, row: null });
  await formContributors(ctx, form, { id: null, creatorId, editorId: chosen?.editorId ?? null });
  return { filesCountFor: creatorId };
}

/** Checks stage, editor and contributors before the files of a changed task are received, which count for its creator. */
export async function admitEdit(ctx: Context, taskId: number, form: PeopleChoice): Promise<Admission> {
  const row = await lockEditable(ctx, taskId);
  const chosen = await findChosen(ctx, form, { creatorId: row.creatorId, row });
  await formContributors(ctx, form, { ...row, editorId: chosen?.editorId ?? null });
  return { filesCountFor: row.creatorId };
}

async function lockEditable(ctx: Context, taskId: number): Promise<TaskRow> {
  const row = await lockTaskFor(ctx, taskId, "edit");
  if (!mayEdit(row.stage)) throw tasksError("wrong_stage");
  return row;
}

type EditorChoice = Pick<TaskForm, "assignedTo" | "inviteEditor">;
type PeopleChoice = EditorChoice & Pick<TaskForm, "contributors">;

/** The contributors of the form by their ids; null to leave them as they are. */
async function formContributors(
  ctx: Context,
  { contributors }: Pick<TaskForm, "contributors">,
  task: { id: number | null; creatorId: number; editorId: number | null },
) {
  return contributors ? findContributors(ctx, task, contributors) : null;
}

/** The creator of the task, and the task unless it is new. */
interface Chosen {
  creatorId: number;
  row: TaskRow | null;
}
type Assigned = Pick<TaskRow, "editorId" | "invitationId">;

/** The editor of the form; null for a person to invite. Fails if none is chosen or the editor can't be assigned. */
async function findChosen(
  ctx: Context,
  form: EditorChoice,
  { creatorId, row }: Chosen,
): Promise<Assigned | null> {
  if (form.inviteEditor) {
    if (creatorId !== currentActor(ctx).id) throw atField("only_creators_invite");
    if (row && !mayReassign(row.stage)) throw tasksError("editor_fixed");
    return null;
  }
  if (form.assignedTo === "") {
    if (row?.editorId !== null) throw atField("no_editor");
    return { editorId: null, invitationId: row.invitationId };
  }
  const { assignedTo } = form;
  const editor = await (row ? findNextEditor(ctx, row, assignedTo) : findEditor(ctx, assignedTo, creatorId));
  return { editorId: editor.id, invitationId: null };
}

/** Like `findChosen`, and invites the person of the form. */
async function chooseEditor(ctx: Context, form: EditorChoice, chosen: Chosen): Promise<Assigned> {
  const assignment = await findChosen(ctx, form, chosen);
  if (assignment) return assignment;
  const invitationId = await inviteEditor(ctx, chosen.creatorId, form.inviteEditor ?? {});
  return { editorId: null, invitationId };
}

async function findNextEditor(ctx: Context, row: TaskRow, name: string): Promise<{ id: number }> {
  const { editorId } = row;
  const present = editorId === null ? undefined : (await personCards(ctx, [editorId])).get(editorId);
  // A deleted editor is not found by name, but stays the editor until another one is chosen. A block ends no task.
  const stays = row.declinedAt === null || !mayReassign(row.stage);
  if (present?.name === name && stays) return present;
  const editor = await findEditor(ctx, name, row.creatorId);
  if (editor.id !== editorId && !mayReassign(row.stage)) throw tasksError("editor_fixed");
  return editor;
}

async function findEditor(ctx: Context, name: string, creatorId: number): Promise<{ id: number }> {
  const person = await personByName(ctx, name);
  if (!person) throw atField("editor_not_found");
  if (person.role !== "EDITOR") throw atField("only_editors");
  if (person.suspended) throw atField("editor_suspended");
  const blockers = await blockersBetween(ctx, creatorId, person.id);
  if (blockers.includes(creatorId)) {
    throw atField(creatorId === currentActor(ctx).id ? "you_blocked_editor" : "creator_blocked_editor");
  }
  if (blockers.length > 0) throw atField("editor_blocked_you");
  return person;
}

function atField(code: Parameters<typeof tasksError>[0]): Error {
  const { message } = tasksError(code);
  return tasksError(code, { issues: [{ path: "assignedTo", message }] });
}

/** The files that a new task has in common with the locked one that it is a copy of. */
function filesToCopy(source: TaskRow | null, form: NewTaskForm) {
  if (!source) return { attachments: [], thumbnail: null };
  return {
    attachments: keptAttachments(source, form.oldAttachments),
    thumbnail: form.removeThumbnail ? null : source.thumbnailFileId,
  };
}

/** Matches attachments by the file id in the URL, because signatures change. */
function keptAttachments(row: TaskRow, addresses: readonly string[] | undefined): string[] {
  if (!addresses) return row.attachmentFileIds;
  return row.attachmentFileIds.filter((id) => addresses.some((address) => address.includes(id)));
}

/** The actor's time zone, for a deadline without a time. */
async function actorTimeZone(ctx: Context): Promise<string> {
  return (await personTimeZone(ctx, currentActor(ctx).id)) ?? "UTC";
}

function formTexts(
  form: TaskForm,
  timeZone: string,
): Omit<TaskDraft, "assignedTo" | "deadline"> & Pick<TaskRow, "deadline"> {
  const { taskTitle, workDescription, title, description, madeForKids, tags } = form;
  const deadline = deadlineMoment(form.deadline, timeZone);
  if (!deadline) throw commonError("invalid_input", { message: "Deadline is required" });
  return { taskTitle, workDescription, title, description, madeForKids, tags, deadline };
}
