import type { ReadContext } from "#core/server/context.ts";
import { analyticsError } from "#modules/analytics/contract/errors.ts";
import type { CurrentCounts, DayFigures } from "#modules/analytics/contract/figures.ts";
import type { VideoResults } from "#modules/analytics/contract/videos.ts";
import { sumFigures } from "#modules/analytics/rules/days.ts";
import { frameAt, type Rate } from "#modules/media/rules/frames.ts";
import { type Chapter, parseChapters } from "#modules/tasks/rules/chapters.ts";
import type { AccessedTask } from "#modules/tasks/server/public/tasks.ts";

import type { AnalysedVideoRow, VideoDayRow } from "../tables.ts";
import { type PublicationRow, publicationsOfTask } from "./access-queries.ts";
import { taskOfResultsFor } from "./access.ts";
import { compare } from "./comparison.ts";
import { presentRetention } from "./present-retention.ts";
import { currentProblem } from "./problem.ts";
import { type Platforms, presentCompleteDay, presentPublication } from "./publications.ts";
import { listDays, findRetention } from "./queries.ts";
import { readComments, readVideo } from "./review.ts";

export interface ResultsQuery {
  taskId: number;
  deliveryId?: string | undefined;
}

/** The results of a published video. */
export async function videoResults(
  ctx: ReadContext,
  query: ResultsQuery,
  platforms: Platforms,
): Promise<VideoResults> {
  const { task, rows, chosen } = await choosePublication(ctx, query);
  const { delivery, analysed } = chosen;
  const video = await readVideo(ctx, { taskId: task.id, videoId: delivery.videoId });
  const comments = await readComments(ctx, task.id, video);
  const days = analysed ? await listDays(ctx.tx, delivery.id) : [];
  const curve = analysed && (await findRetention(ctx.tx, delivery.id));
  const publication = presentPublication(platforms, chosen);
  const { rate, durationSeconds, storyboard } = video;
  return {
    taskId: task.id,
    title: task.title || task.taskTitle,
    own: task.abilities.includes("manage"),
    publications: rows.map((row) => presentPublication(platforms, row)),
    publication,
    video,
    completeUntil: presentCompleteDay(platforms, chosen.destination, analysed?.completeUntil),
    fetchedAt: analysed?.fetchedAt?.toISOString() ?? null,
    problem: currentProblem(analysed, publication.platform),
    current: analysed && presentCounts(analysed),
    totals: sumFigures(days),
    days: days.map(presentDay),
    comparison: analysed && (await compare(ctx.tx, analysed, days)),
    retention: curve && presentRetention(curve, video, { storyboard, comments }),
    comments,
    chapters: parseChapters(task.description, durationSeconds).chapters.map((chapter) =>
      presentChapter(chapter, rate),
    ),
  };
}

interface ChosenPublication {
  task: AccessedTask;
  rows: PublicationRow[];
  chosen: PublicationRow;
}

/** The requested publication, or the first one with figures. 409 `not_published`, 404 `publication_not_found`. */
async function choosePublication(
  ctx: ReadContext,
  { taskId, deliveryId }: ResultsQuery,
): Promise<ChosenPublication> {
  const task = await taskOfResultsFor(ctx, taskId);
  const rows = await publicationsOfTask(ctx.tx, taskId);
  const [first] = rows;
  if (!first) throw analyticsError("not_published");
  const chosen =
    deliveryId === undefined
      ? (rows.find(({ analysed }) => analysed !== null) ?? first)
      : rows.find(({ delivery }) => delivery.id === deliveryId);
  if (!chosen) throw analyticsError("publication_not_found");
  return { task, rows, chosen };
}

function presentChapter({ startSeconds, title }: Chapter, rate: Rate | null) {
  return { startSeconds, title, frame: rate ? frameAt(startSeconds, { rate, startSeconds: 0 }) : 0 };
}

function presentCounts(row: AnalysedVideoRow): CurrentCounts | null {
  const { currentViews: views, currentLikes: likes, currentComments: comments, countedAt } = row;
  if (views === null || countedAt === null) return null;
  return { views, likes, comments, at: countedAt.toISOString() };
}

function presentDay({
  deliveryId: _deliveryId,
  viewsUntil: _views,
  watchSecondsUntil: _watchSeconds,
  averagePercentUntil: _percent,
  ...figures
}: VideoDayRow): DayFigures {
  return figures;
}
