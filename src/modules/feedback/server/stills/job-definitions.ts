import { z } from "zod";

import { defineJob } from "#core/server/job.ts";

/** Makes the stills of a version that are missing. */
export const makeStills = defineJob({
  job: "feedback.stills",
  data: z.object({ taskId: z.number(), version: z.number() }),
  retries: 12,
  retryDelaySeconds: 10,
  // The video may have to be downloaded from a remote store.
  expireSeconds: 2 * 60 * 60,
  concurrency: 2,
  limits: { perUser: 1 },
});
