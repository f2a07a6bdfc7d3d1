import type { PlatformStatistics } from "#adapters/video-platform/statistics.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { withAccess } from "../destinations/access.ts";
import { findPlatform } from "../destinations/platforms.ts";
import type { DestinationRow } from "../destinations/queries.ts";

export { platformStatistics } from "../destinations/platforms.ts";
export { type DestinationRow, findDestination } from "../destinations/queries.ts";
export { readServerUse } from "../quota/ledger.ts";

/** Dependencies of calls for the statistics of published videos. */
export type StatisticsDependencies = Pick<
  PublishingDependencies,
  "run" | "read" | "keyring" | "platforms" | "lock" | "youtubeQuota" | "appUrl"
>;

type Destination = Pick<DestinationRow, "kind" | "encryptedSettings">;

/** The name of a destination's platform in messages to users. */
export function destinationPlatform(
  dependencies: Pick<PublishingDependencies, "platforms" | "keyring">,
  destination: Destination,
): string {
  const { name } = dependencies.platforms[destination.kind];
  return destination.encryptedSettings === null ? name : findPlatform(dependencies, destination).name;
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
