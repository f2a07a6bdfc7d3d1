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

/** Warns the creator that a review window ends soon. `endsAt` is the end that the warning was scheduled for. */
export const warnOfWindow = defineJob({
  job: "review.warn-of-window",
  data: z.object({ taskId: z.number(), version: z.number(), endsAt: z.iso.datetime({ offset: true }) }),
  retries: 5,
  retryDelaySeconds: 5,
  expireSeconds: 60,
  concurrency: 1,
});

/** Deletes a published video except for its poster. */
export const deletePublishedVideo = defineJob({
  job: "review.retire-video",
  data: z.object({ taskId: z.number() }),
  retries: 20,
  retryDelaySeconds: 30,
  expireSeconds: 60,
  concurrency: 1,
});
