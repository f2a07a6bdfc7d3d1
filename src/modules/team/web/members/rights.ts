import { type ManagerRight, managerRights, type MemberKind } from "#modules/team/rules/team.ts";

/** The rights of managers in words: as labels with hints, and as what a manager does. */
export const rightTexts: Record<ManagerRight, { label: string; hint: string; work: string }> = {
  create_tasks: {
    label: "Create tasks",
    hint: "Writes briefs, assigns editors and changes tasks.",
    work: "creates tasks",
  },
  review: { label: "Review", hint: "Approves versions and requests changes.", work: "reviews" },
  publish: {
    label: "Publish",
    hint: "Starts publishing to your channels and changes published videos.",
    work: "publishes",
  },
};

/** The work of a member in a few words, such as "Creates tasks, reviews". */
export function rightsText({ kind, rights }: { kind: MemberKind; rights: readonly ManagerRight[] }): string {
  if (kind === "editor") return "Edits videos";
  const parts = managerRights
    .filter((right) => rights.includes(right))
    .map((right) => rightTexts[right].work);
  const text = parts.length === 0 ? "watches and comments" : parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
