import { z } from "zod";

import { defineJob, type JobWorker, worker } from "#core/server/job.ts";

/** Ends the realtime connections of sessions that ended, in all processes; for sessions that a command has ended. */
export const endConnectionsJob = defineJob({
  job: "sign-in.end-connections",
  data: z.object({ sessionIds: z.array(z.uuid()) }),
  retries: 5,
  retryDelaySeconds: 2,
  expireSeconds: 60,
  concurrency: 1,
});

export function endConnectionsWorker(endConnections: (sessionId: string) => void): JobWorker {
  return worker(endConnectionsJob, async ({ sessionIds }) => {
    for (const sessionId of sessionIds) endConnections(sessionId);
  });
}
