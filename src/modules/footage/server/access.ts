import type { AccessedTask } from "#modules/tasks/server/public/tasks.ts";

/** `deliveredBy` of files that a person sends: null on the creator's side, which may edit the task. */
export function placeOfSender(
  { abilities }: Pick<AccessedTask, "abilities">,
  personId: number,
): number | null {
  return abilities.includes("edit") ? null : personId;
}
