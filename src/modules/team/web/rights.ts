import type { MemberKind, TeamRights } from "../rules.ts";

/** The rights of managers with their labels, in the order of a task's life. */
export const rightLabels = [
  {
    right: "mayCreateTasks",
    label: "Create tasks",
    hint: "Writes briefs, assigns editors and changes tasks.",
  },
  { right: "mayReview", label: "Review", hint: "Approves versions and requests changes." },
  {
    right: "mayPublish",
    label: "Publish",
    hint: "Starts publishing to your channels and changes published videos.",
  },
] as const satisfies readonly { right: keyof TeamRights; label: string; hint: string }[];

/** The work of a member in a few words, such as "Creates tasks, reviews". */
export function workOf({ kind, ...rights }: TeamRights & { kind: MemberKind }): string {
  if (kind === "editor") return "Edits videos";
  const parts = [
    rights.mayCreateTasks && "creates tasks",
    rights.mayReview && "reviews",
    rights.mayPublish && "publishes",
  ].filter((part) => part !== false);
  const text = parts.length === 0 ? "watches and comments" : parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
