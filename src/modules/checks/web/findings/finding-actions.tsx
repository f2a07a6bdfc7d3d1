import { Check, MessageSquarePlus, MessageSquareQuote, RotateCcw } from "lucide-react";

import { useChange } from "#core/web/use-change.ts";
import { checksEndpoints, type ReportedFinding } from "#modules/checks/contract/checks.ts";
import { TextAction } from "#ui/text-action.tsx";

/** Actions on findings that the user may take. */
export interface FindingAbilities {
  explains: boolean;
  accepts: boolean;
  /** Begins a comment with the finding; undefined where comments can't be written. */
  onRequest: ((finding: ReportedFinding) => void) | undefined;
}

export type StatementKind = "explanation" | "acceptance";

interface FindingActionsProps {
  taskId: number;
  version: number;
  finding: ReportedFinding;
  abilities: FindingAbilities;
  onOpenForm: (kind: StatementKind) => void;
  onWithdrawn: () => void;
}

/** The user's actions on a finding. An accepted one has to be opened again first. */
export function FindingActions(props: FindingActionsProps) {
  const { taskId, version, finding, abilities, onOpenForm, onWithdrawn } = props;
  const { explains, accepts, onRequest } = abilities;
  const { explanation, state } = finding;
  const input = { params: { id: taskId, findingKey: finding.key }, query: { version } };
  const withdrawExplanation = useChange(checksEndpoints.withdrawExplanation, { onSuccess: onWithdrawn });
  const withdrawAcceptance = useChange(checksEndpoints.withdrawAcceptance, { onSuccess: onWithdrawn });
  const row = "mt-1 -mb-1 -ml-2 flex flex-wrap empty:hidden";
  if (state === "accepted") {
    return (
      <div className={row}>
        {accepts && (
          <TextAction
            icon={RotateCcw}
            busy={withdrawAcceptance.isPending}
            onClick={() => withdrawAcceptance.mutate(input)}
          >
            Open again
          </TextAction>
        )}
      </div>
    );
  }
  return (
    <div className={row}>
      {explains && (
        <TextAction icon={MessageSquareQuote} onClick={() => onOpenForm("explanation")}>
          {explanation ? "Change explanation" : "Explain"}
        </TextAction>
      )}
      {explains && explanation && (
        <TextAction
          icon={RotateCcw}
          busy={withdrawExplanation.isPending}
          onClick={() => withdrawExplanation.mutate(input)}
        >
          Delete explanation
        </TextAction>
      )}
      {accepts && (
        <TextAction icon={Check} onClick={() => onOpenForm("acceptance")}>
          Accept
        </TextAction>
      )}
      {onRequest && (
        <TextAction icon={MessageSquarePlus} onClick={() => onRequest(finding)}>
          Request a change
        </TextAction>
      )}
    </div>
  );
}
