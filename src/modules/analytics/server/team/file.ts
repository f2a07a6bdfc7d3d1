import { csvTable } from "#core/csv.ts";
import type { FileContent } from "#core/endpoint.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { TeamFigures } from "#modules/analytics/contract/team.ts";
import { exportName } from "#modules/analytics/rules/file-names.ts";

import { csvType } from "../results/files.ts";
import { readTeam, type TeamPeriod } from "./team.ts";

const columns: readonly [string, (figures: TeamFigures) => number | string | null][] = [
  ["Tasks", (each) => each.tasks],
  ["Approved", (each) => each.approved],
  ["Published", (each) => each.published],
  ["Brief to first version (median seconds)", (each) => each.briefToFirstVersionSeconds],
  ["Waiting for review (median seconds)", (each) => each.waitingForReviewSeconds],
  ["Versions per approved video", (each) => each.versionsPerApprovedVideo],
  ["Approved first time (share)", (each) => each.approvedAtFirstVersion],
  ["Due tasks", (each) => each.dueTasks],
  ["On time (of the due tasks)", (each) => each.onTimeTasks],
  ["Comments per minute of video", (each) => each.commentsPerMinute],
  ["Expired review windows", (each) => each.expiredWindows],
  [
    "Publishing failures",
    (each) => each.publishingFailures.map(({ cause, count }) => `${count} × ${cause}`).join("\n"),
  ],
];

/** The figures of the team as a CSV file, the first row in total. */
export async function teamFile(ctx: ReadContext, days: TeamPeriod): Promise<FileContent> {
  const { total, editors } = await readTeam(ctx, days);
  const row = (name: string, figures: TeamFigures) =>
    [name as string | number | null].concat(columns.map(([, value]) => value(figures)));
  const rows = [row("Total", total), ...editors.map((each) => row(each.editor.name, each))];
  const content = csvTable(["Editor", ...columns.map(([name]) => name)], rows);
  return { name: exportName("csv", "Team"), type: csvType, content };
}
