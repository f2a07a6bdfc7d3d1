import type { TaskAbility } from "#core/permission.ts";
import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { fileAddresses } from "#modules/media/server/public/media.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { personCards, requireCard } from "#modules/people/server/public/people.ts";
import type { Invitation } from "#modules/sign-in/contract/invitations.ts";
import { readInvitations } from "#modules/sign-in/server/public/sign-in.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { isCompleted } from "#modules/tasks/rules/stages.ts";

import { abilitiesIn } from "../access/actions.ts";
import type { TaskRow } from "./queries.ts";
import { taskFileIds } from "./task-files.ts";

/** Tasks as the API returns them to the actor. Files, and users who are not in `known`, are read once for the whole list. */
export async function presentTasks(
  ctx: ReadContext,
  rows: readonly TaskRow[],
  known?: ReadonlyMap<number, PersonCard>,
): Promise<Task[]> {
  const people =
    known ?? (await personCards(ctx, distinct(rows.flatMap((row) => [row.creatorId, ...editorIds(row)]))));
  const [abilities, invitations, files] = await together([
    abilitiesIn(
      ctx,
      rows.map(({ id }) => id),
    ),
    readInvitations(
      ctx,
      rows.flatMap(({ invitationId }) => invitationId ?? []),
    ),
    fileAddresses(
      ctx,
      new Map(rows.flatMap((row) => taskFileIds(row).map((id) => [id, { kind: "task", id: row.id }]))),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    taskTitle: row.taskTitle,
    workDescription: row.workDescription,
    deadline: row.deadline.toISOString(),
    isCompleted: isCompleted(row.stage),
    stage: row.stage,
    editor: row.editorId === null ? null : requireCard(people, row.editorId),
    waitingFor: waitingFor(invitations, row, abilities.get(row.id) ?? []),
    youtuber: requireCard(people, row.creatorId),
    declined: row.declinedAt && { reason: row.declineReason ?? "", at: row.declinedAt.toISOString() },
    title: row.title,
    description: row.description,
    madeForKids: row.madeForKids,
    tags: row.tags,
    thumbnail: fileAddress(files, row.thumbnailFileId),
    attachments: row.attachmentFileIds.flatMap((id) => fileAddress(files, id) ?? []),
    abilities: abilities.get(row.id) ?? [],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

/** The invited person whom a task is waiting for. Only those who manage it get the link, with which anybody could accept. */
function waitingFor(
  invitations: ReadonlyMap<string, Invitation>,
  { invitationId }: Pick<TaskRow, "invitationId">,
  abilities: readonly TaskAbility[],
): Task["waitingFor"] {
  const invitation = invitationId === null ? undefined : invitations.get(invitationId);
  if (!invitation || invitationId === null) return null;
  const { name, state, expiresAt, path } = invitation;
  return {
    invitationId,
    name,
    state: state === "pending" ? "pending" : "ended",
    expiresAt,
    path: abilities.includes("manage") ? path : null,
  };
}

/** The id of the editor, if the task has one. */
export function editorIds({ editorId }: Pick<TaskRow, "editorId">): number[] {
  return editorId === null ? [] : [editorId];
}

function fileAddress(addresses: ReadonlyMap<string, string>, id: string | null): string | null {
  return id === null ? null : (addresses.get(id) ?? null);
}

function distinct(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
