import { isDeepStrictEqual } from "node:util";

import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { blockersBetween } from "#modules/people/server/public/blocks.ts";
import { lockPerson, personByName } from "#modules/people/server/public/people.ts";
import type { Contributor, NewContributor } from "#modules/tasks/contract/contributor.ts";
import { contributorChanged, contributorError } from "#modules/tasks/contract/contributors.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { maxContributors } from "#modules/tasks/rules/contributors.ts";
import { activeEditor, mayEdit, maxAttachments } from "#modules/tasks/rules/stages.ts";

import { presentContributors } from "../public/contributors.ts";
import { lockTask, lockTaskFor, notifyTaskClients, replaceFiles, taskFor } from "../public/tasks.ts";
import { changeRow, type TaskRow } from "../tasks/queries.ts";
import { deleteContributor, listPersonContributions, listContributors, saveContributor } from "./queries.ts";

/** The contributors of a task to which the actor has access, the first added first. */
export async function listTaskContributors(ctx: ReadContext, taskId: number): Promise<Contributor[]> {
  await taskFor(ctx, taskId, "view");
  return presentContributors(ctx, taskId);
}

/**
 * Adds a user to a task that the actor may edit, or changes the label and rights of a contributor, whatever has happened since they
 * were added; returns all contributors. Fails with errors of `contributorError`.
 */
export async function addContributor(
  ctx: Context,
  taskId: number,
  { username, ...given }: NewContributor,
): Promise<Contributor[]> {
  const task = await lockTaskFor(ctx, taskId, "edit");
  const before = await presentContributors(ctx, taskId);
  const existing = before.find(({ person }) => person.name === username);
  const personId =
    existing?.person.id ??
    (await findContributor(ctx, { ...task, editorId: activeEditor(task) }, username, (code) =>
      atField(code, "username"),
    ));
  const change = before.some(({ person }) => person.id === personId) ? "changed" : "added";
  if (change === "added" && before.length >= maxContributors) throw contributorError("too_many_contributors");
  await saveContributor(ctx.tx, { taskId, personId, ...given, createdAt: ctx.now });
  await ctx.emit(contributorChanged, { taskId, personId, label: given.label, change });
  await notifyTaskClients(ctx, task);
  return presentContributors(ctx, taskId);
}

type ContributorError = Parameters<typeof contributorError>[0];

function atField(code: ContributorError, path: "username" | "contributors", before = ""): Error {
  const message = before + contributorError(code).message;
  return contributorError(code, { message, issues: [{ path, message }] });
}

/** The creator of a task, and its editor if it has one. */
interface Responsible {
  creatorId: number;
  editorId: number | null;
}

/** The id of the user with this name, whose account can't be deleted until the transaction ends; fails with `refusal` of the reason. */
async function findContributor(
  ctx: Context,
  { creatorId, editorId }: Responsible,
  username: string,
  refusal: (code: ContributorError) => Error,
): Promise<number> {
  const person = await personByName(ctx, username);
  if (!person || !(await lockPerson(ctx, person.id))) throw refusal("contributor_not_found");
  if (person.role === "NORMAL") throw refusal("contributor_without_role");
  if (person.suspended) throw refusal("contributor_suspended");
  if (person.id === creatorId || person.id === editorId) throw refusal("contributor_is_member");
  for (const id of new Set([creatorId, currentActor(ctx).id])) {
    if ((await blockersBetween(ctx, id, person.id)).length > 0) throw refusal("contributor_blocked");
  }
  return person.id;
}

/**
 * The contributors of a form by their ids. Users who contribute to the task already stay, whatever has happened since. Fails
 * with errors of `contributorError` at the field `contributors`.
 */
export async function findContributors(
  ctx: Context,
  task: Responsible & { id: number | null },
  given: readonly NewContributor[],
): Promise<Map<number, NewContributor>> {
  if (given.length > maxContributors) throw atField("too_many_contributors", "contributors");
  const present = task.id === null ? [] : await presentContributors(ctx, task.id);
  const presentIds = new Map(present.map(({ person }) => [person.name, person.id]));
  const newContributors = new Map<number, NewContributor>();
  for (const one of given) {
    const { username } = one;
    const refusal = (code: ContributorError) => atField(code, "contributors", `${username}: `);
    newContributors.set(
      presentIds.get(username) ?? (await findContributor(ctx, task, username, refusal)),
      one,
    );
  }
  return newContributors;
}

/** Makes these users the contributors of a locked task: adds, changes and removes those that differ. */
export async function replaceContributors(
  ctx: Context,
  task: TaskRow,
  wanted: ReadonlyMap<number, NewContributor>,
): Promise<void> {
  const before = await listContributors(ctx.tx, task.id);
  for (const { personId } of before.filter((row) => !wanted.has(row.personId))) {
    await endContribution(ctx, task, personId);
  }
  for (const [personId, { label, rights }] of wanted) {
    const row = before.find((other) => other.personId === personId);
    if (row?.label === label && isDeepStrictEqual(new Set(row.rights), new Set(rights))) continue;
    await saveContributor(ctx.tx, {
      taskId: task.id,
      personId,
      label,
      rights,
      createdAt: ctx.now,
    });
    const change = row ? "changed" : "added";
    await ctx.emit(contributorChanged, { taskId: task.id, personId, label, change });
  }
}

/** Removes a contributor from a task that the actor may edit. 404 `not_contributor`. */
export async function removeContributor(ctx: Context, taskId: number, personId: number): Promise<void> {
  const task = await lockTaskFor(ctx, taskId, "edit");
  if (!(await endContribution(ctx, task, personId))) throw contributorError("not_contributor");
}

/** Removes the actor from the contributors of a task. 404 `not_contributor`. */
export async function leaveTask(ctx: Context, taskId: number): Promise<void> {
  const personId = currentActor(ctx).id;
  await taskFor(ctx, taskId, "view");
  if (!(await endContribution(ctx, await lockTask(ctx, taskId), personId))) {
    throw contributorError("not_contributor");
  }
}

/** Ends the contributions of a deleted account. */
export async function endContributions(ctx: Context, personId: number): Promise<void> {
  for (const { taskId } of await listPersonContributions(ctx.tx, personId)) {
    await endContribution(ctx, await lockTask(ctx, taskId), personId);
  }
}

async function endContribution(ctx: Context, task: TaskRow, personId: number): Promise<boolean> {
  const removed = await deleteContributor(ctx.tx, { taskId: task.id, personId });
  if (!removed) return false;
  const { label } = removed;
  await ctx.emit(contributorChanged, { taskId: task.id, personId, label, change: "removed" });
  await notifyTaskClients(ctx, task, [personId]);
  return true;
}

/**
 * Adds received files to the attachments of a task, and replaces its planned thumbnail. 409 `wrong_stage` once it is publishing;
 * 422 `nothing_attached`, `too_many_attachments`.
 */
export async function attachFiles(
  ctx: Context,
  taskId: number,
  { fileIds, thumbnailFileId }: { fileIds: readonly string[]; thumbnailFileId: string | null },
): Promise<TaskRow> {
  const before = await lockAttachable(ctx, taskId);
  if (fileIds.length === 0 && thumbnailFileId === null) throw contributorError("nothing_attached");
  const attachmentFileIds = [...before.attachmentFileIds, ...fileIds];
  if (attachmentFileIds.length > maxAttachments) throw tasksError("too_many_attachments");
  const thumbnail = thumbnailFileId ?? before.thumbnailFileId;
  await replaceFiles(ctx, {
    creatorId: before.creatorId,
    taskId,
    from: [...before.attachmentFileIds, before.thumbnailFileId],
    to: [...attachmentFileIds, thumbnail],
  });
  const after = await changeRow(ctx.tx, taskId, {
    attachmentFileIds,
    thumbnailFileId: thumbnail,
    updatedAt: ctx.now,
  });
  await notifyTaskClients(ctx, after);
  return after;
}

/** Checks access and stage before the files are received. */
export async function lockAttachable(ctx: Context, taskId: number): Promise<TaskRow> {
  const row = await lockTaskFor(ctx, taskId, "attach");
  if (!mayEdit(row.stage)) throw tasksError("wrong_stage");
  return row;
}
