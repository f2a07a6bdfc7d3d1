import type { UpdateQueueOptions } from "pg-boss";

import type { JobDefinition } from "#core/server/job.ts";

const hour = 60 * 60;
const day = 24 * hour;

/** The pg-boss options of a job definition. All durations are in seconds. */
export function queueOptions(definition: JobDefinition): UpdateQueueOptions {
  const { retries, retryDelaySeconds, expireSeconds } = definition;
  return {
    retryLimit: retries,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: Math.max(retryDelaySeconds, Math.min(hour, retryDelaySeconds * 2 ** retries)),
    expireInSeconds: expireSeconds,
    // From the time the job is due.
    retentionSeconds: 30 * day,
    deleteAfterSeconds: 3 * day,
    // Fallback only: `requeueOrphans` is much faster.
    heartbeatSeconds: 60,
    notify: true,
  };
}
