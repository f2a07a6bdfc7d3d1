import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { operators } from "#core/permission.ts";

/** States of a job that operators see; finished jobs are left out. */
const jobStates = ["waiting", "running", "failed"] as const;

const queue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  running: z.number().int(),
  failed: z.number().int(),
  /** When the oldest job that waits became due; null if none is due. */
  oldestDueAt: z.iso.datetime().nullable(),
});

/** A preparation or delivery that waits or runs. Operators see whose it is, and nothing of its task but the ID. */
const activity = z.object({
  id: z.uuid(),
  kind: z.enum(["preparation", "delivery"]),
  taskId: z.number().int().nullable(),
  owner: z.string().nullable(),
  /** Platform of a delivery, such as "YouTube". */
  destination: z.string().nullable(),
  bytes: z.number().int(),
  /** Share that is done, 0 to 1. */
  progress: z.number(),
  startedAt: z.iso.datetime(),
  /** Null while it can't be estimated. */
  secondsLeft: z.number().int().nullable(),
  /** False once a delivery is making its video public. */
  cancellable: z.boolean(),
});
export type Activity = z.output<typeof activity>;

const job = z.object({
  id: z.uuid(),
  state: z.enum(jobStates),
  createdAt: z.iso.datetime(),
  /** When it becomes or became due. */
  dueAt: z.iso.datetime(),
  attempts: z.number().int(),
  /** Message of the last failure. */
  problem: z.string().nullable(),
});
export type OperatorJob = z.output<typeof job>;

const queueName = z.string().regex(/^[\w.-]{1,100}$/, "Unknown queue");
const jobParams = z.object({ queue: queueName, jobId: z.uuid() });

export const operatorJobEndpoints = {
  queues: endpoint({
    method: "GET",
    path: "/admin/jobs",
    permission: operators,
    summary: "Queues, and running preparations and deliveries with progress and time left",
    response: z.object({ queues: z.array(queue), activities: z.array(activity) }),
    message: "Jobs loaded.",
  }),
  jobs: endpoint({
    method: "GET",
    path: "/admin/jobs/:queue",
    permission: operators,
    summary: "Up to 50 unfinished jobs of a queue, failed ones first",
    params: z.object({ queue: queueName }),
    response: z.array(job),
    message: "Jobs loaded.",
  }),
  retryJob: endpoint({
    method: "POST",
    path: "/admin/jobs/:queue/:jobId/retry",
    permission: operators,
    summary: "Run a failed job again",
    params: jobParams,
    response: z.null(),
    message: "The job runs again.",
  }),
  cancelPreparation: endpoint({
    method: "POST",
    path: "/admin/preparations/:videoId/cancel",
    permission: operators,
    summary: "Cancel the preparation of a video; its version is refused, and its editor can upload it again",
    params: z.object({ videoId: z.uuid("Invalid ID") }),
    response: z.null(),
    message: "Preparation cancelled.",
  }),
  cancelRunningDelivery: endpoint({
    method: "POST",
    path: "/admin/deliveries/:deliveryId/cancel",
    permission: operators,
    summary: "Cancel a delivery before its video is made public, as its creator can",
    params: z.object({ deliveryId: z.uuid("Invalid ID") }),
    response: z.null(),
    message: "Delivery cancelled.",
  }),
  cancelJob: endpoint({
    method: "POST",
    path: "/admin/jobs/:queue/:jobId/cancel",
    permission: operators,
    summary: "Cancel a job that waits or has failed",
    params: jobParams,
    response: z.null(),
    message: "Job cancelled.",
  }),
};

export const jobError = defineErrors({
  job_not_found: {
    status: 404,
    message: "This job is no longer in that state. Reload the list.",
  },
});
