import { currentActor, type ReadContext } from "#core/server/context.ts";
import type { AnalysedDestination, ChannelSummary } from "#modules/analytics/contract/channel.ts";
import type { CompleteDay } from "#modules/analytics/contract/figures.ts";
import { leastComparedVideos } from "#modules/analytics/rules/comparison.ts";
import { destinationPlatform, platformStatistics } from "#modules/publishing/server/public/publishing.ts";

import { channelFor } from "../results/access.ts";
import { currentProblem } from "../results/problem.ts";
import { type Platforms, presentCompleteDay, figureState } from "../results/publications.ts";
import { sharesResults } from "../sharing/queries.ts";
import { destinationsWithFigures, problemsOfDestinations, selectVideos, channelTotals } from "./queries.ts";
import { presentVideos } from "./videos.ts";

/** Videos in each of the lists of the best and the worst. */
const listed = 3;

/** A creator's channels: access to figures, totals, and the videos of which viewers watch the most and the least. */
export async function channelSummary(
  ctx: ReadContext,
  { channel }: { channel?: number | undefined },
  platforms: Platforms,
): Promise<ChannelSummary> {
  const { tx } = ctx;
  const personId = await channelFor(ctx, channel);
  const isOwner = personId === currentActor(ctx).id;
  const totals = await channelTotals(tx, personId);
  const byShareViewed = (direction: "ascending" | "descending", limit: number) =>
    selectVideos(tx, { personId, sort: "averageViewPercent", direction, limit, withSortedStat: true });
  const ranked = await byShareViewed("descending", leastComparedVideos);
  const isComparable = ranked.length === leastComparedVideos;
  const best = isComparable ? ranked.slice(0, listed) : [];
  const worst = isComparable ? await byShareViewed("ascending", listed) : [];
  const { videos = 0, counted = 0, ...figures } = totals ?? {};
  const destinations = await listDestinations(ctx, personId, platforms);
  return {
    own: isOwner,
    destinations,
    totals: counted === 0 ? null : presentTotals(figures),
    completeUntil: earliestDay(destinations.flatMap(({ completeUntil }) => completeUntil ?? [])),
    videos,
    best: await presentVideos(ctx, best, platforms),
    worst: await presentVideos(ctx, worst, platforms),
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
