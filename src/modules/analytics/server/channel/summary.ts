import { currentActor, type ReadContext } from "#core/server/context.ts";
import { after, second } from "#core/time.ts";
import type { AnalysedDestination, ChannelSummary } from "#modules/analytics/contract/channel.ts";
import type { CompleteDay } from "#modules/analytics/contract/figures.ts";
import {
  destinationPlatform,
  readUse,
  findSharedQuota,
  platformStatistics,
} from "#modules/publishing/server/public/publishing.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { channelFor } from "../results/access.ts";
import { currentProblem } from "../results/problem.ts";
import { type Platforms, presentCompleteDay, figureState } from "../results/publications.ts";
import { sharesResults } from "../sharing/queries.ts";
import { destinationsWithFigures, problemsOfDestinations, selectVideos, channelTotals } from "./queries.ts";
import { presentVideos } from "./videos.ts";

type Dependencies = Platforms & Pick<AnalyticsDependencies, "youtubeQuota">;

/** Videos in each of the lists of the best and the worst. */
const listed = 3;

/** A creator's channels: access to figures, totals, best and worst retention, and the quota. */
export async function channelSummary(
  ctx: ReadContext,
  { channel }: { channel?: number | undefined },
  platforms: Dependencies,
): Promise<ChannelSummary> {
  const { tx } = ctx;
  const personId = await channelFor(ctx, channel);
  const own = personId === currentActor(ctx).id;
  const totals = await channelTotals(tx, personId);
  const byRetention = (direction: "ascending" | "descending", limit: number) =>
    selectVideos(tx, { personId, sort: "retention", direction, limit, withRetention: true });
  const ranked = await byRetention("descending", 2 * listed);
  const best = ranked.slice(0, Math.min(listed, Math.ceil(ranked.length / 2)));
  // A few videos are divided between both lists, so that none is in both.
  const worst =
    ranked.length < 2 * listed
      ? ranked.slice(best.length).toReversed()
      : await byRetention("ascending", listed);
  const { videos = 0, counted = 0, ...figures } = totals ?? {};
  const destinations = await listDestinations(ctx, personId, platforms);
  return {
    own,
    destinations,
    totals: counted === 0 ? null : presentTotals(figures),
    completeUntil: earliestDay(destinations.flatMap(({ completeUntil }) => completeUntil ?? [])),
    videos,
    best: await presentVideos(ctx, best, platforms),
    worst: await presentVideos(ctx, worst, platforms),
    quota: own ? await listQuota(ctx, { personId, destinations }, platforms) : [],
    shareResults: await sharesResults(tx, personId),
  };
}

type Totals = Omit<NonNullable<Awaited<ReturnType<typeof channelTotals>>>, "videos" | "counted">;

function presentTotals(figures: Partial<Totals>): NonNullable<ChannelSummary["totals"]> {
  const { views, watchSeconds, ...others } = figures;
  const {
    engagedViews = null,
    averageViewSeconds = null,
    averageViewPercent = null,
    likes = null,
    comments = null,
    shares = null,
    subscribersGained = null,
    subscribersLost = null,
  } = others;
  return {
    views: views ?? 0,
    watchSeconds: watchSeconds ?? 0,
    engagedViews,
    averageViewSeconds,
    averageViewPercent,
    likes,
    comments,
    shares,
    subscribersGained,
    subscribersLost,
  };
}

function earliestDay(days: readonly CompleteDay[]): CompleteDay | null {
  return days.toSorted((one, other) => one.endsAt.localeCompare(other.endsAt))[0] ?? null;
}

async function listDestinations(
  ctx: ReadContext,
  personId: number,
  platforms: Platforms,
): Promise<AnalysedDestination[]> {
  const rows = await destinationsWithFigures(ctx.tx, personId);
  const ids = rows.map(({ destination }) => destination.id);
  const problems = new Map(
    (await problemsOfDestinations(ctx.tx, ids)).map((row) => [row.destinationId, row]),
  );
  return rows.map(({ destination, videos, completeUntil, fetchedAt }): AnalysedDestination => {
    const { id, kind, title, pictureUrl } = destination;
    const platform = destinationPlatform(platforms, destination);
    return {
      id,
      kind,
      title,
      pictureUrl,
      platform,
      state: figureState(platforms, { destination, completeUntil }),
      asks: (platformStatistics(platforms, destination)?.scope ?? null) !== null,
      videos,
      completeUntil: presentCompleteDay(platforms, destination, completeUntil),
      fetchedAt: fetchedAt?.toISOString() ?? null,
      problem: currentProblem(problems.get(id) ?? null, platform),
    };
  });
}

/** The calls of today that the platform with a shared quota counts; none without a connected channel there. */
async function listQuota(
  ctx: ReadContext,
  { personId, destinations }: { personId: number; destinations: readonly AnalysedDestination[] },
  dependencies: Dependencies,
): Promise<ChannelSummary["quota"]> {
  const quota = destinations
    .filter(({ state }) => state !== "disconnected")
    .map((destination) => findSharedQuota(dependencies, destination))
    .find((each) => each !== null);
  if (!quota) return [];
  const { used } = await readUse(dependencies, ctx, personId);
  const renewsAt = after(ctx.now, quota.secondsUntilRenewal(ctx.now) * second).toISOString();
  return (["counts", "reports"] as const).map((name) => {
    const { own, all: server } = used[name];
    return { name, own, server, limit: dependencies.youtubeQuota[name], renewsAt };
  });
}
