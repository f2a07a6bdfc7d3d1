import type { ClientQuota } from "#adapters/video-platform/platform.ts";
import type { PlatformStatistics } from "#adapters/video-platform/statistics.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { Actor } from "#core/server/context.ts";
import { destinationsError } from "#modules/publishing/contract/destinations.ts";
import { analyticsStatePrefix } from "#modules/publishing/rules/authorization-state.ts";

import type { PublishingDependencies } from "./dependencies.ts";
import { withAccess } from "./destinations/access.ts";
import { startAuthorization } from "./destinations/authorization.ts";
import { platformOf } from "./destinations/platforms.ts";
import { type DestinationRow, destinationsOf } from "./destinations/queries.ts";

export type { DestinationRow } from "./destinations/queries.ts";
export { readUse } from "./quota/ledger.ts";

/** Dependencies of calls for the statistics of published videos. */
export type StatisticsDependencies = Pick<
  PublishingDependencies,
  "run" | "read" | "keyring" | "platforms" | "lock" | "youtubeQuota" | "appUrl"
>;

type Destination = Pick<DestinationRow, "kind" | "encryptedSettings">;

/** The statistics of a destination's platform; null where it has none, or the settings of the destination are lost. */
export function statisticsOf(
  dependencies: Pick<PublishingDependencies, "platforms" | "keyring">,
  destination: Destination,
): PlatformStatistics | null {
  try {
    return platformOf(dependencies, destination).statistics ?? null;
  } catch (error) {
    if (error instanceof AdapterError) return null;
    throw error;
  }
}

/** The name of a destination's platform in messages to users. */
export function platformNameOf(
  dependencies: Pick<PublishingDependencies, "platforms" | "keyring">,
  destination: Destination,
): string {
  const { name } = dependencies.platforms[destination.kind];
  return destination.encryptedSettings === null ? name : platformOf(dependencies, destination).name;
}

/** The quota that all destinations of a kind share; null where there is none. */
export function sharedQuotaOf(
  { platforms }: Pick<PublishingDependencies, "platforms">,
  { kind }: Pick<DestinationRow, "kind">,
): ClientQuota | null {
  return platforms[kind].quota ?? null;
}

/**
 * Calls the statistics of a connected destination with an access token, as `withAccess` does: charged to its creator. Throws
 * `reconnect_needed` for a broken connection, and the platform's errors.
 */
export async function withStatistics<T>(
  dependencies: StatisticsDependencies,
  destinationId: string,
  call: (access: string, statistics: PlatformStatistics) => Promise<T>,
): Promise<T> {
  return withAccess(dependencies, destinationId, "other", (access, { statistics, name }) => {
    if (!statistics) throw new Error(`${name} has no statistics.`);
    return call(access, statistics);
  });
}

/**
 * The URL of the consent screen that asks for the scope of the statistics besides those of publishing. Null for a destination
 * without such a scope, 404 for one that is not the actor's.
 */
export async function startStatisticsAuthorization(
  dependencies: StatisticsDependencies,
  actor: Actor,
  destinationId: string,
): Promise<string | null> {
  const own = await dependencies.read(actor, (ctx) => destinationsOf(ctx.tx, actor.id));
  const destination = own.find(({ id }) => id === destinationId);
  if (!destination) throw destinationsError("destination_not_found");
  const scope = statisticsOf(dependencies, destination)?.scope ?? null;
  if (scope === null) return null;
  const { kind } = destination;
  const start = { kind, destinationId, statePrefix: analyticsStatePrefix, otherScopes: [scope] };
  return startAuthorization(dependencies, actor, start);
}
