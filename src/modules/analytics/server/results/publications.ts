import type { CompleteDay, FigureState } from "#modules/analytics/contract/figures.ts";
import type { PublicationFacts } from "#modules/analytics/contract/videos.ts";
import { endOfDay } from "#modules/analytics/rules/days.ts";
import { kindsWithStatistics } from "#modules/publishing/rules/statistics.ts";
import { destinationPlatform, platformStatistics } from "#modules/publishing/server/public/publishing.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { mayReadFigures } from "../fetch/fetch-videos.ts";
import type { PublicationRow } from "./access-queries.ts";

export type Platforms = Pick<AnalyticsDependencies, "platforms" | "keyring">;

interface Figured {
  destination: PublicationRow["destination"];
  /** The last complete day of any of its figures. */
  completeUntil: string | null;
}

/** The state of the figures of a publication or a destination. */
export function figureState(platforms: Platforms, { destination, completeUntil }: Figured): FigureState {
  if (!destination) return "disconnected";
  if (!kindsWithStatistics.includes(destination.kind)) return "none";
  const statistics = platformStatistics(platforms, destination);
  if (destination.brokenAt !== null || !statistics) return "disconnected";
  if (!mayReadFigures(statistics, destination)) return "no_access";
  return completeUntil === null ? "waiting" : "ready";
}

/** The last complete day of a destination's figures; null without one. */
export function presentCompleteDay(
  platforms: Platforms,
  destination: PublicationRow["destination"],
  day: string | null | undefined,
): CompleteDay | null {
  const timeZone = destination && platformStatistics(platforms, destination)?.timeZone;
  if (!day || !timeZone) return null;
  return { day, timeZone, endsAt: endOfDay(day, timeZone).toISOString() };
}

export function presentPublication(platforms: Platforms, row: PublicationRow): PublicationFacts {
  const { delivery, destination, analysed } = row;
  const { publicAt, finishedAt, startedAt } = delivery;
  const publishedAt = analysed?.publishedAt ?? publicAt ?? finishedAt ?? startedAt;
  return {
    deliveryId: delivery.id,
    destinationId: destination?.id ?? null,
    kind: delivery.kind,
    platform: destination
      ? destinationPlatform(platforms, destination)
      : platforms.platforms[delivery.kind].name,
    channel: destination?.title ?? "",
    state: figureState(platforms, { destination, completeUntil: analysed?.completeUntil ?? null }),
    watchUrl: delivery.watchUrl,
    publishedAt: publishedAt.toISOString(),
  };
}
