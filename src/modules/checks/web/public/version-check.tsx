import { useQuery } from "@tanstack/react-query";
import { lazy, useMemo } from "react";

import type { CheckReport, ReportedFinding } from "#modules/checks/contract/checks.ts";
import { checkedParts } from "#modules/checks/rules/facts.ts";
import { youtubeLoudness } from "#modules/checks/rules/presets.ts";
import type { TimelineMark } from "#modules/media/web/public/timeline-marks.tsx";
import { LoadBoundary } from "#ui/load-boundary.tsx";

import type { CheckPanelProps } from "../findings/check-panel.tsx";
import { checkReportQuery } from "../queries.ts";
import { LoadingCheck } from "./loading-check.tsx";

const Panel = lazy(async () => ({ default: (await import("../findings/check-panel.tsx")).CheckPanel }));

export function CheckPanel(props: CheckPanelProps) {
  return (
    <LoadBoundary fallback={<LoadingCheck />}>
      <Panel {...props} />
    </LoadBoundary>
  );
}

const noFindings: readonly ReportedFinding[] = [];

interface VersionCheck {
  findings: readonly ReportedFinding[];
  /** Number of open findings; undefined while it is unknown, also of a version that is not checked. */
  open: number | undefined;
  /** Loudness in LUFS that the specification demands, otherwise that of most platforms. */
  loudnessTarget: number;
}

/** The check of a version, as the screen around its panel uses it. `version` is undefined before there is one. */
export function useVersionCheck(taskId: number, version: number | undefined): VersionCheck {
  const report = useQuery({ ...checkReportQuery(taskId, version ?? 0), enabled: version !== undefined }).data;
  return {
    findings: report?.findings ?? noFindings,
    open: report && isChecked(report) ? report.open : undefined,
    loudnessTarget: report?.specification.loudness?.target ?? youtubeLoudness,
  };
}

/** Whether some part is checked, and none is still being checked without a finding. */
function isChecked({ parts, open }: CheckReport): boolean {
  return open > 0 || checkedParts.every((name) => parts[name].state === "checked");
}

/** The ranges of findings on the timeline. */
export function useFindingMarks(
  findings: readonly ReportedFinding[],
  selectedKey: string | null,
): TimelineMark[] {
  return useMemo(
    () =>
      findings.flatMap(({ key, range, label, text, state }) =>
        range
          ? [
              {
                id: key,
                from: range.from,
                to: range.to,
                tone: state === "accepted" ? "done" : "open",
                label: `${label}${state === "open" ? "" : ` (${state})`}: ${text}`,
                selected: key === selectedKey,
              } as const,
            ]
          : [],
      ),
    [findings, selectedKey],
  );
}
