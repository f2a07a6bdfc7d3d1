import { z } from "zod";

import type { Context } from "#core/server/context.ts";
import { defineJob, type JobWorker, worker } from "#core/server/job.ts";
import { after } from "#core/time.ts";
import { figuresLifetime } from "#modules/analytics/rules/schedule.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { fetchVideos } from "./fetch-videos.ts";
import { deleteFiguresBefore, dueDestinations, type Enrolled, enrollVideos } from "./queries.ts";

/** Fetches the figures of a destination's videos that are due. */
const fetchFigures = defineJob({
  job: "analytics.fetch",
  data: z.object({ destinationId: z.uuid() }),
  // Failures of the platform are not retried here: the videos are due again later.
  retries: 3,
  retryDelaySeconds: 60,
  expireSeconds: 30 * 60,
  concurrency: 2,
  limits: { perUser: 1 },
});

/** Enqueues the destinations with videos that are due. */
const scheduleFetches = defineJob({
  job: "analytics.schedule",
  data: z.unknown(),
  retries: 0,
  retryDelaySeconds: 1,
  expireSeconds: 60,
  concurrency: 1,
  cron: "*/10 * * * *",
});

/** Deletes figures that could not be read again in time. */
const deleteOutdated = defineJob({
  job: "analytics.delete-outdated",
  data: z.unknown(),
  retries: 3,
  retryDelaySeconds: 60,
  expireSeconds: 10 * 60,
  concurrency: 1,
  cron: "41 3 * * *",
});

/** Begins to fetch the figures of the videos of a task or destination, at once where they were never fetched. */
export async function enroll(ctx: Context, enrolled: Enrolled): Promise<void> {
  for (const { destinationId, personId } of await enrollVideos(ctx.tx, enrolled, ctx.now)) {
    await ctx.enqueue(fetchFigures, { destinationId }, { userId: personId });
  }
}

export function fetchJobs(dependencies: AnalyticsDependencies): JobWorker[] {
  return [
    worker(fetchFigures, ({ destinationId }, signal) => fetchVideos(dependencies, destinationId, signal)),
    worker(scheduleFetches, () => enqueueDue(dependencies)),
    worker(deleteOutdated, () => deleteOutdatedFigures(dependencies)),
  ];
}

export async function enqueueDue({
  run,
  jobStatus,
}: Pick<AnalyticsDependencies, "run" | "jobStatus">): Promise<void> {
  await run(null, async (ctx) => {
    for (const { destinationId, personId } of await dueDestinations(ctx.tx, ctx.now)) {
      const { pending } = await jobStatus(ctx.tx, fetchFigures, { destinationId });
      if (!pending) await ctx.enqueue(fetchFigures, { destinationId }, { userId: personId });
    }
  });
}

const deletedAtOnce = 100;

/** Deletes figures that were last read 28 days ago. */
export async function deleteOutdatedFigures({ run }: Pick<AnalyticsDependencies, "run">): Promise<void> {
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce;) {
    deleted = await run(null, ({ tx, now }) =>
      deleteFiguresBefore(tx, after(now, -figuresLifetime), deletedAtOnce),
    );
  }
}
