import type {
  PlatformStatistics,
  RetentionInterval,
  VideoCounts,
} from "#adapters/video-platform/statistics.ts";
import { AdapterError } from "#core/adapter-error.ts";
import { dateInTimeZone } from "#core/time-zone.ts";
import { after, day } from "#core/time.ts";
import { figuresChanged } from "#modules/analytics/realtime-messages.ts";
import { completeDay, continuousDays, sumFigures } from "#modules/analytics/rules/days.ts";
import { nextFetch, reportsDue } from "#modules/analytics/rules/schedule.ts";
import { problemsOfVideos } from "#modules/publishing/rules/problems.ts";
import { backoff, figuresPolicy } from "#modules/publishing/rules/retry-policy.ts";
import {
  type DestinationRow,
  findDestination,
  platformStatistics,
  withStatistics,
} from "#modules/publishing/server/public/publishing.ts";
import { audienceOfTasks } from "#modules/tasks/server/public/tasks.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { sharesResults } from "../sharing/queries.ts";
import type { AnalysedVideoRow, VideoRetentionRow } from "../tables.ts";
import { changeVideo, dueVideos, noFigures, postponeDue, replaceDays, replaceRetention } from "./queries.ts";

type Dependencies = Omit<AnalyticsDependencies, "storage" | "jobStatus">;

/**
 * Fetches the figures of all videos of a destination that are due, each stored for itself, so that a repeated job continues with the others.
 * When the platform is unavailable or a quota is used up, the rest waits.
 */
export async function fetchVideos(
  dependencies: Dependencies,
  destinationId: string,
  signal: AbortSignal,
): Promise<void> {
  const { run, read, log } = dependencies;
  const destination = await read(null, (ctx) => findDestination(ctx.tx, destinationId));
  const statistics = destination && platformStatistics(dependencies, destination);
  if (!destination || !statistics) return;
  if (!mayReadFigures(statistics, destination)) {
    return run(null, ({ tx, now }) =>
      postponeDue(tx, { destinationId, now, until: after(now, day), code: null }),
    );
  }
  try {
    for (let more = true; more && !signal.aborted;) {
      more = await fetchSome(dependencies, { destination, statistics, signal });
    }
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    log.info({ destinationId, code: error.code }, "Analytics could not be fetched");
    const { code } = error;
    const wait = backoff(error, { failures: 1, random: Math.random() }, figuresPolicy) ?? day;
    await run(null, ({ tx, now }) => postponeDue(tx, { destinationId, now, until: after(now, wait), code }));
  }
}

/** Whether the connection has the scope of the figures. */
export function mayReadFigures(
  { scope }: Pick<PlatformStatistics, "scope">,
  { scopes }: Pick<DestinationRow, "scopes">,
): boolean {
  return scope === null || scopes.includes(scope);
}

interface Fetched {
  destination: DestinationRow;
  statistics: PlatformStatistics;
  signal: AbortSignal;
}

/** Fetches as many videos as one call counts. False when none was due. */
async function fetchSome(dependencies: Dependencies, fetched: Fetched): Promise<boolean> {
  const { destination, statistics, signal } = fetched;
  const { run, read } = dependencies;
  const { id: destinationId, personId } = destination;
  const due = await read(null, ({ tx, now }) =>
    dueVideos(tx, { destinationId, now, limit: statistics.videosPerCall }),
  );
  if (due.length === 0) return false;
  const ids = due.map(({ platformVideoId }) => platformVideoId);
  const { videos } = await withStatistics(dependencies, destinationId, (access, { counts }) =>
    counts(access, ids),
  );
  const countsById = new Map(videos.map((each) => [each.videoId, each]));
  for (const video of due) {
    if (signal.aborted) return false;
    const counts = countsById.get(video.platformVideoId);
    if (counts) await fetchVideo(dependencies, fetched, { video, counts });
    // It was deleted at the platform, and its figures may not be kept.
    else await run(null, (ctx) => storeMissing(ctx, video));
  }
  await run(null, async (ctx) => {
    const taskIds = due.map(({ taskId }) => taskId);
    const ability = (await sharesResults(ctx.tx, personId)) ? "view" : "analyze";
    ctx.notifyClients(await audienceOfTasks(ctx, taskIds, ability), figuresChanged, {});
  });
  return true;
}

type StoreContext = Parameters<Parameters<AnalyticsDependencies["run"]>[1]>[0];

async function storeMissing({ tx, now }: StoreContext, { deliveryId }: AnalysedVideoRow): Promise<void> {
  const change = { ...noFigures, problemCode: "video_not_found", nextFetchAt: after(now, 7 * day) };
  if (await changeVideo(tx, deliveryId, change)) {
    await replaceDays(tx, deliveryId, []);
    await replaceRetention(tx, deliveryId, null);
  }
}

interface CountedVideo {
  video: AnalysedVideoRow;
  counts: VideoCounts;
}

/** Stores the figures by day before the retention is requested, so that a killed process repeats at most one report. */
async function fetchVideo(
  dependencies: Dependencies,
  { destination, statistics }: Fetched,
  { video, counts }: CountedVideo,
): Promise<void> {
  const { run, read } = dependencies;
  const { deliveryId, platformVideoId: videoId } = video;
  const publishedAt = counts.publishedAt ?? video.publishedAt;
  const now = await read(null, async (ctx) => ctx.now);
  const counted = {
    publishedAt,
    currentViews: counts.views,
    currentLikes: counts.likes,
    currentComments: counts.comments,
    countedAt: now,
    nextFetchAt: nextFetch(publishedAt, now),
    problemCode: null,
  };
  if (!reportsDue(video.fetchedAt, now)) {
    await run(null, ({ tx }) => changeVideo(tx, deliveryId, counted));
    return;
  }
  const first = dateInTimeZone(statistics.timeZone, publishedAt);
  const today = dateInTimeZone(statistics.timeZone, now);
  // A video that is scheduled for later has no figures yet.
  const request = first > today ? null : { videoId, from: first, to: today };
  const report = <T>(
    call: (access: string, of: PlatformStatistics) => Promise<T>,
  ): Promise<T | AdapterError> =>
    withStatistics(dependencies, destination.id, call).catch((error: unknown) => {
      if (error instanceof AdapterError && problemsOfVideos.includes(error.code)) return error;
      throw error;
    });
  const storeProblem = ({ code }: AdapterError) =>
    run(null, ({ tx }) => changeVideo(tx, deliveryId, { ...counted, problemCode: code }));
  if (reportsDue(video.daysFetchedAt, now)) {
    const days = request === null ? [] : await report((access, of) => of.days(access, request));
    if (days instanceof AdapterError) return void (await storeProblem(days));
    const past = days.filter((each) => each.day < today);
    const last = completeDay(past, { first, today, lagDays: statistics.lagDays });
    const complete = last === null ? [] : continuousDays(past, { first, last });
    await run(null, async ({ tx }) => {
      const change = { ...totalColumns(complete), daysFetchedAt: now, completeUntil: last };
      if (!(await changeVideo(tx, deliveryId, change))) return;
      await replaceDays(
        tx,
        deliveryId,
        complete.map((each) => Object.assign(each, { deliveryId })),
      );
    });
  }
  const curve = request === null ? null : await report((access, of) => of.retention(access, request));
  if (curve instanceof AdapterError) return void (await storeProblem(curve));
  await run(null, async ({ tx }) => {
    const change = { ...counted, fetchedAt: now };
    if (!(await changeVideo(tx, deliveryId, change))) return;
    await replaceRetention(tx, deliveryId, curve && retentionRow(deliveryId, curve));
  });
}

function totalColumns(days: Parameters<typeof sumFigures>[0]) {
  const total = sumFigures(days);
  return {
    totalViews: total?.views ?? null,
    totalEngagedViews: total?.engagedViews ?? null,
    totalWatchSeconds: total?.watchSeconds ?? null,
    totalAverageViewPercent: total?.averageViewPercent ?? null,
    totalLikes: total?.likes ?? null,
    totalComments: total?.comments ?? null,
    totalShares: total?.shares ?? null,
    totalSubscribersGained: total?.subscribersGained ?? null,
    totalSubscribersLost: total?.subscribersLost ?? null,
  };
}

function retentionRow(deliveryId: string, curve: readonly RetentionInterval[]): VideoRetentionRow {
  const column = (name: Exclude<keyof RetentionInterval, "audienceWatchRatio">) => {
    const values = curve.flatMap((each) => each[name] ?? []);
    return values.length === curve.length ? values : null;
  };
  return {
    deliveryId,
    audienceWatchRatio: curve.map((each) => each.audienceWatchRatio),
    relativeRetentionPerformance: column("relativeRetentionPerformance"),
    startedWatching: column("startedWatching"),
    stoppedWatching: column("stoppedWatching"),
  };
}
