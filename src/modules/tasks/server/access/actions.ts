import { commonError } from "#core/error.ts";
import type { TaskAbility } from "#core/permission.ts";
import { type Actor, currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import {
  relationAbilities,
  abilityTexts,
  isAbilityOfRole,
  type TaskRelation,
} from "#modules/tasks/rules/access.ts";

import { findRow, type TaskRow } from "../tasks/queries.ts";
import { taskFileIds } from "../tasks/task-files.ts";
import { findRelations, listEditors, listRelated, lockRelated } from "./queries.ts";
import { areRelated } from "./work-together-queries.ts";

/** A task with what the actor may do in it. */
export interface AccessedTask extends TaskRow {
  abilities: TaskAbility[];
}

/**
 * The task if the actor has the ability in it. 403 for its other members, 404 for everybody else; 403 also for users whose role
 * has the ability only in a team.
 */
export async function taskFor(ctx: ReadContext, taskId: number, ability: TaskAbility): Promise<AccessedTask> {
  const actor = currentActor(ctx);
  const [row, relations] = await together([
    findRow(ctx.tx, taskId),
    findRelations(ctx.tx, actor.id, [taskId]),
  ]);
  return requireAbility(actor, row && { row, relations: relations.get(taskId) ?? [] }, ability);
}

/** Like `taskFor`, and locked until the end of the transaction. Until then, the actor's rights can't be removed. */
export async function lockTaskFor(ctx: Context, taskId: number, ability: TaskAbility): Promise<AccessedTask> {
  const actor = currentActor(ctx);
  return requireAbility(actor, await lockRelated(ctx.tx, actor.id, taskId), ability);
}

function requireAbility(
  { role }: Actor,
  task: { row: TaskRow; relations: readonly TaskRelation[] } | null,
  ability: TaskAbility,
): AccessedTask {
  const abilities = relationAbilities(task?.relations ?? []);
  if (task && abilities.includes(ability)) return { ...task.row, abilities };
  if (abilities.length > 0) {
    const message = `You don't have the right to ${abilityTexts[ability]}. Ask its creator for it.`;
    throw tasksError("missing_right", { message });
  }
  throw isAbilityOfRole(ability, role) ? tasksError("task_not_found") : commonError("wrong_role");
}

/** Abilities of a user in each of these tasks, by task; of the actor by default. */
export async function abilitiesIn(
  ctx: ReadContext,
  ids: readonly number[],
  personId = ctx.actor?.id,
): Promise<Map<number, TaskAbility[]>> {
  if (personId === undefined) return new Map();
  const relations = await findRelations(ctx.tx, personId, ids);
  return new Map([...relations].map(([id, those]) => [id, relationAbilities(those)]));
}

/** Ids of the users with an ability in a task, its creator first; of all users with access by default. */
export async function audience(
  ctx: ReadContext,
  { id }: Pick<TaskRow, "id">,
  ability: TaskAbility = "view",
): Promise<number[]> {
  return audienceOfTasks(ctx, [id], ability);
}

/** Ids of the users with an ability in some of these tasks, the creators first. */
export async function audienceOfTasks(
  ctx: ReadContext,
  ids: readonly number[],
  ability: TaskAbility,
): Promise<number[]> {
  const related = await listRelated(ctx.tx, ids);
  return [...related].flatMap(([personId, relations]) =>
    relationAbilities(relations).includes(ability) ? [personId] : [],
  );
}

/** Ids of the editors and contributors of all tasks of a creator. */
export async function editorsOfCreator(ctx: ReadContext, creatorId: number): Promise<number[]> {
  return listEditors(ctx.tx, creatorId);
}

/** Whether two users have access to the same task, in any stage, or belong to the same team. */
export async function workTogether(ctx: ReadContext, one: number, two: number): Promise<boolean> {
  return areRelated(ctx.tx, one, two);
}

/** Whether the file is an attachment or the thumbnail of the task that owns it, and the user has access to the task. */
export async function mayReadFile(
  ctx: ReadContext,
  { id, personId, owner }: { id: string; personId: number; owner: FileOwner },
): Promise<boolean> {
  if (owner.kind !== "task") return false;
  const taskId = owner.id;
  const [row, relations] = await together([
    findRow(ctx.tx, taskId),
    findRelations(ctx.tx, personId, [taskId]),
  ]);
  return row !== null && relations.has(taskId) && taskFileIds(row).includes(id);
}
