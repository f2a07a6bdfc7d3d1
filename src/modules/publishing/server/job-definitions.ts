import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

/** Brings one task's video to the platform, from wherever its delivery stands. Harmless when run twice at once. */
export const deliverVideo = defineJob({
  job: "publishing.deliver",
  data: z.object({ taskId: z.number().int() }),
  // Waiting for the platform happens inside; these are for a database that is away.
  retries: 5,
  retryDelaySeconds: 2,
  // The largest video on a slow line; the sweep finds the deliveries of a process that has died.
  expireSeconds: 23 * 60 * 60,
  concurrency: 8,
});

/** Ends the connection of somebody who has left at the platform, and forgets its tokens. */
export const revokeChannel = defineJob({
  job: "publishing.revoke",
  data: z.object({ personId: z.number().int() }),
  // The wait doubles from a minute to days: the platform may be away for long.
  retries: 13,
  retryDelaySeconds: 60,
  expireSeconds: 120,
  concurrency: 2,
});

/** Sets deliveries going that nobody works on, because their process has died. */
export const resumeDeliveries = defineJob({
  job: "publishing.resume",
  data: z.unknown(),
  retries: 0,
  retryDelaySeconds: 1,
  expireSeconds: 60,
  concurrency: 1,
  cron: "* * * * *",
});

/** Keeps what is known of channels younger than 30 days (platform reference 3.4), and clears what has ended. */
export const checkChannels = defineJob({
  job: "publishing.check-channels",
  data: z.unknown(),
  retries: 2,
  retryDelaySeconds: 60,
  expireSeconds: 60 * 60,
  concurrency: 1,
  cron: "17 4 * * *",
});
