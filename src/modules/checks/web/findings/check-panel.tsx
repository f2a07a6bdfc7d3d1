import { useQuery } from "@tanstack/react-query";

import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { CheckReport, ReportedFinding } from "#modules/checks/contract/checks.ts";
import { checkedParts } from "#modules/checks/rules/facts.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { usePanelScroller } from "#ui/panel-layout.ts";

import { LoadingCheck } from "../public/loading-check.tsx";
import { checkReportQuery } from "../queries.ts";
import type { FindingAbilities } from "./finding-actions.tsx";
import { FindingItem } from "./finding-item.tsx";
import { MeasuredValues } from "./measured-values.tsx";
import { PartStates } from "./part-states.tsx";

export interface CheckPanelProps {
  taskId: number;
  version: number;
  frameLabel: (frame: number) => string;
  /** Key of the selected finding. */
  selectedKey: string | null;
  onSelect: (finding: ReportedFinding) => void;
  abilities: FindingAbilities;
}

/** The technical check of a version: its parts, findings and measured values. */
export function CheckPanel({ taskId, version, selectedKey, ...list }: CheckPanelProps) {
  const report = useQuery(checkReportQuery(taskId, version));
  const error = useLoadingError(report);
  const scrolls = usePanelScroller() === "list";
  if (error) {
    return (
      <ErrorState
        className="m-1"
        message={error}
        onRetry={() => void report.refetch()}
        retrying={report.isFetching}
      />
    );
  }
  if (!report.data) return <LoadingCheck />;
  const { findings, parts, measured, specification } = report.data;
  return (
    <section
      aria-label="Technical check"
      className={scrolls ? "relative -mx-4 min-h-24 flex-1 overflow-y-auto" : "-mx-4 grow"}
    >
      <PartStates parts={parts} />
      {findings.length === 0 ? (
        <NoFindings parts={parts} />
      ) : (
        <ul aria-label="Findings">
          {findings.map((finding) => (
            <FindingItem
              key={finding.key}
              taskId={taskId}
              version={version}
              finding={finding}
              frameLabel={list.frameLabel}
              selected={finding.key === selectedKey}
              onSelect={() => list.onSelect(finding)}
              abilities={list.abilities}
            />
          ))}
        </ul>
      )}
      <MeasuredValues measured={measured} specification={specification} />
    </section>
  );
}

/** Only a version of which everything was checked is without findings. */
function NoFindings({ parts }: Pick<CheckReport, "parts">) {
  const states = checkedParts.map((name) => parts[name].state);
  const [title, text] = states.every((state) => state === "checked")
    ? ["Nothing found", "File, sound and picture are checked."]
    : states.includes("pending")
      ? ["Nothing found so far", "The check is still running. Findings appear here."]
      : states.includes("checked")
        ? ["Nothing found in the checked parts", "Watch and listen to the other parts yourself."]
        : ["Not checked", "Watch and listen to it yourself. The next version that is uploaded is checked."];
  return (
    <div className="border-b px-4 py-6">
      <p className="font-heading text-xl">{title}</p>
      <p className="mt-1 text-soft">{text}</p>
    </div>
  );
}
