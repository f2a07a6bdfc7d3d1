import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { task } from "#modules/tasks/contract/tasks.ts";

import { destinationKinds } from "../platforms/platforms.ts";
import { progressStages, visibilities } from "../rules/progress.ts";
import { recoveryActionList } from "../rules/recovery-actions.ts";
import { channel } from "./destinations.ts";
import { byTask } from "./publishing.ts";

const stage = z.enum(Object.keys(progressStages) as [keyof typeof progressStages]);

/** The retries of a failing step. */
const retryState = z.object({
  /** The problem in words. */
  reason: z.string(),
  /** The number of the next attempt, or of the one that is running. */
  attempt: z.number().int(),
  /** Attempts before the creator has to act. */
  attempts: z.number().int(),
  /** Seconds until the next attempt; null while one is running. */
  inSeconds: z.number().int().nullable(),
});
export type RetryState = z.output<typeof retryState>;

/** Progress of a delivery to one destination. */
export const deliveryProgress = z.object({
  deliveryId: z.uuid(),
  kind: z.enum(destinationKinds),
  stage,
  /** The stage that failed, in the error stage. */
  failedStage: stage.nullable(),
  percent: z.number().int().min(0).max(100),
  /** Bytes that left the server, and those of them that the platform has confirmed. */
  sentBytes: z.number().int(),
  confirmedBytes: z.number().int(),
  totalBytes: z.number().int(),
  /** Seconds in which no byte was sent, while the upload is stalled. */
  stalledSeconds: z.number().int().nullable(),
  /** The retries since the last progress, while a step is being repeated. */
  retry: retryState.nullable(),
  /** The platform's processing, as far as it reports it, while it is the last thing to wait for. */
  processing: z
    .object({ percent: z.number().int().min(0).max(100).nullable(), since: z.iso.datetime() })
    .nullable(),
  /** Whether the platform has received a thumbnail. */
  thumbnailSent: z.boolean(),
  videoId: z.string().nullable(),
  watchUrl: z.string().nullable(),
  channel: channel.nullable(),
  visibility: z.enum(visibilities),
  /** When the platform makes the video public; null for immediately, and once it is public. */
  publishAt: z.iso.datetime().nullable(),
  /** The scheduled time has passed, and the platform has not reported the video as public. */
  overdue: z.boolean(),
  /** The actual visibility once published; the platform may have kept the video private. */
  shownVisibility: z.enum(visibilities).nullable(),
  /** The problem in a few words, where the failed stage does not say it; in the error stage. */
  headline: z.string().nullable(),
  /** The cause and the next step, in the error stage. */
  problem: z.string().nullable(),
  recoveryActions: recoveryActionList,
  /** Whether the creator ended the delivery, in the error stage. */
  cancelled: z.boolean(),
  /** Suggested feedback for the editor, where the version can be sent back. */
  feedback: z.string(),
  /** Whether the delivery can be cancelled: until its video is made public. */
  cancellable: z.boolean(),
});
export type DeliveryProgress = z.output<typeof deliveryProgress>;

/** Progress of a task's deliveries. */
export const progress = z.object({
  task: z.object({
    id: z.number().int(),
    /** The video's title. */
    title: z.string(),
  }),
  /** Abilities of the caller in the task. */
  abilities: task.shape.abilities,
  /** Running ones, failed ones, finished ones. */
  deliveries: z.array(deliveryProgress),
  /** The one that stands for the task: the first of them. */
  leadingId: z.uuid(),
  sandbox: z.boolean(),
});
export type Progress = z.output<typeof progress>;

/** The publication on a task's card and in its preview. */
export const publishingStatus = z.object({
  /** Publishing failed; the creator can see the problem and continue. */
  publishFailed: z.boolean(),
  /** URL of the page on which the published video can be watched. */
  watchUrl: z.string().nullable(),
});
export type PublishingStatus = z.output<typeof publishingStatus>;

const chosen = byTask.extend({
  /** Only this delivery of the task; all to which the action applies if omitted. */
  deliveryId: z.uuid().optional(),
});

export const deliveriesEndpoints = {
  progress: endpoint({
    method: "GET",
    path: "/yt-upload/progress/:taskId",
    permission: { task: "publish" },
    summary: "Progress of the delivery",
    params: byTask,
    response: progress,
    message: "Publishing progress",
  }),
  status: endpoint({
    method: "GET",
    path: "/yt-upload/status/:taskId",
    permission: { task: "view" },
    summary: "Whether publishing failed, and where the published video can be watched",
    params: byTask,
    response: publishingStatus,
    message: "Publishing status loaded.",
  }),
  retry: endpoint({
    method: "POST",
    path: "/yt-upload/retry",
    permission: { task: "publish" },
    summary: "Continue a failed delivery where it stopped, without uploading anything twice",
    body: chosen.extend({
      withoutThumbnail: z.boolean().default(false),
      /** The user confirms that the video is not on the channel, where the server cannot find out. */
      uploadAgain: z.boolean().default(false),
      /** The user accepts the visibility that the platform has set. */
      acceptVisibility: z.boolean().default(false),
    }),
    response: progress,
    message: "Delivery continued",
  }),
  tryNow: endpoint({
    method: "POST",
    path: "/yt-upload/try-now",
    permission: { task: "publish" },
    summary: "Begin the next attempt of a delivery that is being retried at once",
    body: chosen,
    response: progress,
    message: "Retrying now",
  }),
  cancel: endpoint({
    method: "POST",
    path: "/yt-upload/cancel",
    permission: { task: "publish" },
    summary: "Cancel a delivery before its video is made public, and delete what was uploaded",
    body: chosen,
    response: progress,
    message: "Publishing cancelled",
  }),
  sendBack: endpoint({
    method: "POST",
    path: "/yt-upload/send-back",
    permission: { task: "decide" },
    summary: "Send a version that the platform can't use back to the editor",
    body: byTask.extend({
      feedback: z
        .string()
        .trim()
        .min(1, "Describe what the editor should change.")
        .max(5000, "Keep the feedback within 5,000 characters."),
    }),
    response: z.null(),
    message: "Version sent back to the editor",
  }),
  leaveOut: endpoint({
    method: "POST",
    path: "/yt-upload/leave-out",
    permission: { task: "publish" },
    summary: "Publish the task without a failed destination",
    body: byTask.extend({ deliveryId: z.uuid() }),
    response: progress,
    message: "Left out",
  }),
};
