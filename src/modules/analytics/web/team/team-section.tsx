import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { callForFile } from "#core/web/client.ts";
import { type Team, teamEndpoints, type TeamFigures, teamPeriods } from "#modules/analytics/contract/team.ts";
import { onTimeLabel, onTimeMeaning, onTimeText } from "#modules/profiles/web/public/on-time-text.ts";
import { countedTasks } from "#modules/tasks/rules/stages.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { ExportButton } from "../figures/export-button.tsx";
import { FigureStrip } from "../figures/figure-strip.tsx";
import { formatCount, formatNumber, formatShare, formatSpan } from "../figures/format-figures.ts";
import { teamQuery, type TeamPeriod } from "../queries.ts";
import { EditorTable } from "./editor-table.tsx";

const periodNames: Record<TeamPeriod, string> = {
  "30": "Last 30 days",
  "90": "Last 90 days",
  "365": "Last 365 days",
  all: "All time",
};
const periods = teamPeriods.map((value) => ({ value, label: periodNames[value] }));

/** The work of a creator's editors in total and per editor, or of an editor alone. */
export function TeamSection({ side }: { side: "creator" | "editor" }) {
  const [days, setDays] = useState<TeamPeriod>("90");
  const { data, error, isPending, isLoadingError, isFetching, refetch } = useQuery({
    ...teamQuery(days),
    placeholderData: keepPreviousData,
  });
  const exportFile = () =>
    callForFile(
      teamEndpoints.teamFile,
      { query: { days } },
      { fallback: "The stats can't be exported right now. Try again." },
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto text-sm text-pretty text-soft">
          {side === "creator"
            ? "Tasks that you assigned in this period, from brief to publication."
            : "Tasks that were assigned to you in this period. Creators see the same stats for their own tasks."}
        </p>
        <SelectField
          label="Period"
          hideLabel
          options={periods}
          value={days}
          onChange={({ target }) => setDays(teamPeriods.find((period) => period === target.value) ?? "90")}
        />
        <ExportButton label="CSV" make={exportFile} />
      </div>
      {isPending && (
        <SkeletonGroup label="Loading stats">
          <Skeleton className="mt-4 h-44 w-full" />
          <Skeleton className="mt-8 h-40 w-full" />
        </SkeletonGroup>
      )}
      {isLoadingError && (
        <ErrorState className="mt-4" message={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {data && <Figures team={data} side={side} />}
    </>
  );
}

function Figures({ team: { total, editors }, side }: { team: Team; side: "creator" | "editor" }) {
  if (total.tasks === 0) {
    return (
      <EmptyState title="No tasks in this period">
        {side === "creator"
          ? "Assign tasks to editors to see how long their work takes, or choose a longer period."
          : "Your stats appear here once a creator assigns a task to you. Choose a longer period to see older ones."}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mt-4">
        <FigureStrip label="In total" figures={teamFigures(total)} />
      </div>
      <p className="mt-2 max-w-prose text-sm text-soft">
        Times are medians. “Waiting for review” is the time from a version's arrival to the decision.{" "}
        {onTimeMeaning}
        {total.tasks >= countedTasks && ` Only the newest ${formatCount(countedTasks)} tasks are counted.`}
      </p>
      {side === "creator" && editors.length > 0 && <EditorTable editors={editors} />}
      <Failures failures={total.publishingFailures} />
    </>
  );
}

function teamFigures(figures: TeamFigures) {
  return [
    {
      name: "Tasks",
      value: formatCount(figures.tasks),
      detail: `${formatCount(figures.approved)} approved, ${formatCount(figures.published)} published`,
    },
    { name: "Brief to first version", value: formatSpan(figures.briefToFirstVersionSeconds) },
    { name: "Waiting for review", value: formatSpan(figures.waitingForReviewSeconds) },
    { name: "Versions per video", value: formatNumber(figures.versionsPerApprovedVideo) },
    { name: "Approved first time", value: formatShare(figures.approvedAtFirstVersion) },
    { name: onTimeLabel, value: onTimeText(figures) },
    { name: "Comments per minute", value: formatNumber(figures.commentsPerMinute), detail: "of video" },
    { name: "Expired reviews", value: formatCount(figures.expiredWindows) },
  ];
}

function Failures({ failures }: { failures: TeamFigures["publishingFailures"] }) {
  const id = useId();
  if (failures.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-10 max-w-2xl">
      <h2 id={id} className="font-heading text-xl">
        Publishing failures
      </h2>
      <ul className="mt-2 divide-y border-y">
        {failures.map(({ code, cause, count }) => (
          <li key={code} className="flex items-baseline justify-between gap-4 py-2">
            <span>{cause}</span>
            <span className="numerals text-soft">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
