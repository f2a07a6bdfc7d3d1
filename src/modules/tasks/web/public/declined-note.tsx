import type { Task } from "#modules/tasks/contract/tasks.ts";
import { mayDecline, mayReassign } from "#modules/tasks/rules/stages.ts";
import { ExpandableText } from "#ui/expandable-text.tsx";

/** Characters of the reason on a card. */
const excerptLength = 160;

/** Note on the creator's card about a declined task, until another editor is assigned or a version is approved. */
export function DeclinedNote({ task: { declined, stage } }: { task: Task }) {
  if (!declined || !mayDecline(stage)) return null;
  return (
    <div className="mt-3 border-l-2 border-amber pl-3">
      <p className="text-sm font-semibold">Reason for declining</p>
      <ExpandableText text={declined.reason} limit={excerptLength} moreLabel="full text" />
      {!mayReassign(stage) && (
        <p className="text-sm text-soft">
          You can still approve this version. If you reject it, choose another editor afterwards.
        </p>
      )}
    </div>
  );
}
