import { commonError } from "#core/error.ts";
import type { TaskAbility } from "#core/permission.ts";
import { type Actor, actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import { tasksError } from "#modules/tasks/contract.ts";
import { activeEditor, taskOfOwner } from "#modules/tasks/rules.ts";
import {
  abilitiesOf,
  abilityTexts,
  isAbilityOfRole,
  type Relation,
  relationsOf,
} from "#modules/tasks/rules/access.ts";

import { findRights, findTaskOf, listTeamOf, lockTaskOf, type RelatedRow } from "../access-queries.ts";
import type { TaskRow } from "../queries.ts";
import { filesOf } from "../task-files.ts";

/** A task with what the actor may do in it. */
export interface AccessedTask extends TaskRow {
  abilities: TaskAbility[];
}

/**
 * The task if the actor has the ability in it. 403 for its other members, 404 for everybody else; 403 also for users whose role
 * has the ability only in a team.
 */
export async function taskFor(ctx: ReadContext, taskId: number, ability: TaskAbility): Promise<AccessedTask> {
  const actor = actorOf(ctx);
  return requireAbility(actor, await findTaskOf(ctx.tx, taskId, actor.id), ability);
}

/** Like `taskFor`, and locked until the end of the transaction. Until then, the actor's rights can't be removed. */
export async function lockTaskFor(ctx: Context, taskId: number, ability: TaskAbility): Promise<TaskRow> {
  const actor = actorOf(ctx);
  return requireAbility(actor, await lockTaskOf(ctx.tx, taskId, actor.id), ability);
}

function requireAbility({ id, role }: Actor, row: RelatedRow | null, ability: TaskAbility): AccessedTask {
  const abilities = row ? abilitiesOf(relationsOf(id, row)) : [];
  if (row && abilities.includes(ability)) return { ...row, abilities };
  if (abilities.length > 0) {
    const message = `You don't have the right to ${abilityTexts[ability]}. Ask its creator for it.`;
    throw tasksError("missing_right", { message });
  }
  throw isAbilityOfRole(ability, role) ? tasksError("task_not_found") : commonError("wrong_role");
}

/** Abilities of the actor in each of these tasks, by task. */
export async function abilitiesIn(
  ctx: ReadContext,
  rows: readonly TaskRow[],
): Promise<Map<number, TaskAbility[]>> {
  if (!ctx.actor) return new Map();
  const { id: personId } = ctx.actor;
  const others = rows.filter(({ creatorId }) => creatorId !== personId);
  const { managers, contributors } = await findRights(ctx.tx, personId, others);
  return new Map(
    rows.map((row) => {
      const manager = managers.get(row.creatorId) ?? null;
      const contributor = contributors.get(row.id) ?? null;
      return [row.id, abilitiesOf(relationsOf(personId, { ...row, manager, contributor }))];
    }),
  );
}

interface Member {
  personId: number;
  relations: Relation[];
}

/** The people with access to a task and their relations to it: creator, editor, managers, contributors. */
async function listMembers(ctx: ReadContext, task: MemberTask): Promise<Member[]> {
  const { managers, contributors } = await listTeamOf(ctx.tx, task);
  const editorId = activeEditor(task);
  const ids = [
    task.creatorId,
    ...(editorId === null ? [] : [editorId]),
    ...managers.map(({ personId }) => personId),
    ...contributors.map(({ personId }) => personId),
  ];
  return [...new Set(ids)].map((personId) => {
    const manager = managers.find((row) => row.personId === personId) ?? null;
    const contributor = contributors.find((row) => row.personId === personId) ?? null;
    return { personId, relations: relationsOf(personId, { ...task, manager, contributor }) };
  });
}

export type MemberTask = Pick<TaskRow, "id" | "creatorId" | "editorId" | "declinedAt">;

/** Ids of the people with access to a task: creator, editor, managers of the creator, contributors. */
export async function membersOf(ctx: ReadContext, task: MemberTask): Promise<number[]> {
  return (await listMembers(ctx, task)).map(({ personId }) => personId);
}

/** Ids of the people with an ability in a task, its creator first. */
export async function membersWho(
  ctx: ReadContext,
  ability: TaskAbility,
  task: MemberTask,
): Promise<number[]> {
  const members = await listMembers(ctx, task);
  return members
    .filter(({ relations }) => abilitiesOf(relations).includes(ability))
    .map(({ personId }) => personId);
}

/** Whether the file is an attachment or the thumbnail of the task that owns it, and the user has access to the task. */
export async function mayReadFile(
  ctx: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: string },
): Promise<boolean> {
  const taskId = taskOfOwner(owner);
  const row = taskId === null ? null : await findTaskOf(ctx.tx, taskId, personId);
  return row !== null && filesOf(row).includes(id);
}
