import type { Handlers } from "#core/server/bind-endpoints.ts";
import type { operatorJobEndpoints } from "#modules/operators/contract/jobs.ts";

import type { OperatorsDependencies } from "../dependencies.ts";
import { listActivities, cancelRunningDelivery, cancelVideoPreparation, changeJob } from "./actions.ts";

export function operatorJobHandlers(
  dependencies: OperatorsDependencies,
): Handlers<typeof operatorJobEndpoints> {
  const { jobInspection } = dependencies;
  const iso = (at: Date) => at.toISOString();
  return {
    queues: async ({ read }) => {
      const [queues, activities] = await Promise.all([jobInspection.queues(), read(listActivities)]);
      return {
        queues: queues.map(({ oldestDueAt: at, ...queue }) =>
          Object.assign(queue, { oldestDueAt: at && iso(at) }),
        ),
        activities,
      };
    },
    jobs: async ({ params }) => {
      const jobs = await jobInspection.jobs(params.queue, 50);
      return jobs.map((job) => Object.assign(job, { createdAt: iso(job.createdAt), dueAt: iso(job.dueAt) }));
    },
    retryJob: async ({ params, run }) => {
      await run((ctx) => changeJob(ctx, dependencies, { action: "retry", ...params }));
      return null;
    },
    cancelPreparation: async ({ params, run }) => {
      await run((ctx) => cancelVideoPreparation(ctx, params.videoId));
      return null;
    },
    cancelRunningDelivery: async ({ params, run }) => {
      await run((ctx) => cancelRunningDelivery(ctx, params.deliveryId));
      return null;
    },
    cancelJob: async ({ params, run }) => {
      await run((ctx) => changeJob(ctx, dependencies, { action: "cancel", ...params }));
      return null;
    },
  };
}
