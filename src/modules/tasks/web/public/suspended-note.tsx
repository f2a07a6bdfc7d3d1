import type { Task } from "#modules/tasks/contract/tasks.ts";
import { mayReassign, type Side } from "#modules/tasks/rules/stages.ts";

/** Note on the card of an unfinished task whose other member is suspended: what they can't do, and what the reader can. */
export function SuspendedNote({ task, side }: { task: Task; side: Side }) {
  const { editor, youtuber, declined, stage, isCompleted } = task;
  const person = side === "creator" ? editor : youtuber;
  if (!person?.suspended || declined || isCompleted || stage === "cancelled") return null;
  return (
    <div className="mt-3 border-l-2 border-amber pl-3">
      <p className="text-sm font-semibold">
        The account of <bdi>{person.name}</bdi> is suspended
      </p>
      <p className="text-sm text-soft">{side === "creator" ? forCreator(stage) : forEditor}</p>
    </div>
  );
}

const forEditor = "They can't review or publish until it is restored. You can continue your work.";

function forCreator(stage: Task["stage"]): string {
  if (mayReassign(stage)) {
    return "They can't upload or reply. Choose another editor, or wait until the account is restored.";
  }
  return stage === "in_review"
    ? "They can't reply. You can approve this version, or reject it and choose another editor afterwards."
    : "They can't upload or reply. You can publish this version.";
}
