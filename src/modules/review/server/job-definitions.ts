import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

/** Ends a version's review window. */
export const closeWindow = defineJob({
  job: "review.close-window",
  data: z.object({ taskId: z.number(), version: z.number() }),
  retries: 20,
  retryDelaySeconds: 5,
  expireSeconds: 60,
  concurrency: 2,
});

/** Warns that a version's review window ends soon. */
export const warnOfWindow = defineJob({
  job: "review.warn-of-window",
  data: z.object({ taskId: z.number(), version: z.number(), secondsLeft: z.number() }),
  retries: 5,
  retryDelaySeconds: 5,
  expireSeconds: 60,
  concurrency: 1,
});

/** Some days after the publish only the poster of a video stays. */
export const retireVideo = defineJob({
  job: "review.retire-video",
  data: z.object({ taskId: z.number() }),
  retries: 20,
  retryDelaySeconds: 30,
  expireSeconds: 60,
  concurrency: 1,
});
