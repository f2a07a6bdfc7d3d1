import { csvTable } from "#core/csv.ts";
import type { FileContent } from "#core/endpoint.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { Figures } from "#modules/analytics/contract/figures.ts";
import { exportName } from "#modules/analytics/rules/file-names.ts";
import { frameStart } from "#modules/media/rules/frames.ts";

import type { Platforms } from "./publications.ts";
import { type ResultsQuery, videoResults } from "./video-results.ts";

/** The type of the files. */
export const csvType = "text/csv";

/** The columns of figures and their values. */
export const figureColumns: readonly [string, (figures: Figures) => number | null][] = [
  ["Views", (each) => each.views],
  ["Engaged views", (each) => each.engagedViews],
  ["Watch time (seconds)", (each) => each.watchSeconds],
  ["Average view duration (seconds)", (each) => each.averageViewSeconds],
  ["Average percentage viewed", (each) => each.averageViewPercent],
  ["Likes", (each) => each.likes],
  ["Comments", (each) => each.comments],
  ["Shares", (each) => each.shares],
  ["Subscribers gained", (each) => each.subscribersGained],
  ["Subscribers lost", (each) => each.subscribersLost],
];

/** The values of `figureColumns`. */
export function figureCells(figures: Figures): (number | null)[] {
  return figureColumns.map(([, value]) => value(figures));
}

const retentionHeader = [
  "Elapsed share of the video",
  "First frame (from 0)",
  "Seconds",
  "Audience watch ratio",
  "Relative retention performance",
  "Started watching",
  "Stopped watching",
];

/** The figures of a video by day, or its retention, as a CSV file. */
export async function resultsFile(
  ctx: ReadContext,
  { table, ...query }: ResultsQuery & { table: "days" | "retention" },
  platforms: Platforms,
): Promise<FileContent> {
  const { title, days, retention, video, publication, completeUntil } = await videoResults(
    ctx,
    query,
    platforms,
  );
  const name = exportName("csv", title, publication.platform, table);
  if (table === "days") {
    const header = [
      completeUntil ? `Day (${completeUntil.timeZone})` : "Day",
      ...figureColumns.map(([column]) => column),
    ];
    const rows = days.map((each) => [each.day as string | number | null].concat(figureCells(each)));
    return { name, type: csvType, content: csvTable(header, rows) };
  }
  const { rate } = video;
  const rows = (retention?.points ?? []).map((point) => [
    point.elapsedVideoTimeRatio,
    point.frame,
    rate && frameStart(point.frame, { rate, startSeconds: 0 }),
    point.audienceWatchRatio,
    point.relativeRetentionPerformance,
    point.startedWatching,
    point.stoppedWatching,
  ]);
  return { name, type: csvType, content: csvTable(retentionHeader, rows) };
}
