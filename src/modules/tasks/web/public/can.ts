import type { TaskAbility } from "#core/permission.ts";
import type { Side } from "#modules/tasks/rules/stages.ts";

/** Responses that carry what the user may do in a task. */
export interface Able {
  abilities: readonly TaskAbility[];
}

/** Whether the user has an ability in the task. */
export function can({ abilities }: Able, ability: TaskAbility): boolean {
  return abilities.includes(ability);
}

/** The side whose texts the user reads: the editor's for those who upload versions, otherwise the creator's. */
export function taskSide(task: Able): Side {
  return can(task, "upload") ? "editor" : "creator";
}
