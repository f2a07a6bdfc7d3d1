import type { UpdateQueueOptions } from "pg-boss";

import type { JobDefinition } from "#core/server/job.ts";

const hour = 60 * 60;
const day = 24 * hour;

/** How a definition is told to pg-boss. All durations are in seconds. */
export function queueOptions(definition: JobDefinition): UpdateQueueOptions {
  const { retries, retryDelaySeconds, expireSeconds } = definition;
  return {
    retryLimit: retries,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: Math.max(retryDelaySeconds, Math.min(hour, retryDelaySeconds * 2 ** retries)),
    expireInSeconds: expireSeconds,
    // Counted from the moment it is due.
    retentionSeconds: 30 * day,
    deleteAfterSeconds: 3 * day,
    // Backstop: our own sweep gives orphans back much earlier (orphans.ts).
    heartbeatSeconds: 60,
    notify: true,
  };
}
