import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { booleanText, idTextWith, jsonText } from "#core/form-text.ts";
import { creatorOfTask, creators, membersOfTask } from "#core/permission.ts";
import { thumbnailLimit } from "#modules/media/rules.ts";
import { task } from "#modules/tasks/contract.ts";

import { destinationKinds } from "./rules/destinations.ts";
import { videoDescription, videoTags, videoTitle } from "./rules/details.ts";
import { playlist, publishOptions } from "./rules/options.ts";
import { progressStages, visibilities } from "./rules/progress.ts";
import { recoveryActionList } from "./rules/recovery-actions.ts";

const stage = z.enum(Object.keys(progressStages) as [keyof typeof progressStages]);

export const channel = z.object({ id: z.string(), title: z.string(), pictureUrl: z.string() });

/** Where a creator can publish. */
export const destination = z.object({
  id: z.uuid(),
  kind: z.enum(destinationKinds),
  title: z.string(),
  pictureUrl: z.string(),
});

/** The retries of a failing step. */
const retryState = z.object({
  /** What happened. */
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
  /** What happened in a few words, where the failed stage does not say it; in the error stage. */
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

/** Progress of a task's deliveries: at the top level that of the first in `deliveries`, which stands for the task. */
export const progress = deliveryProgress.extend({
  taskId: z.number().int(),
  /** The video's title. */
  title: z.string(),
  sandbox: z.boolean(),
  /** Running ones, failed ones, finished ones. */
  deliveries: z.array(deliveryProgress),
});
export type Progress = z.output<typeof progress>;

/** What the task's card and its preview show of its publication. */
export const publishingStatus = z.object({
  /** Publishing failed; the creator can see the problem and continue. */
  publishFailed: z.boolean(),
  /** Where the published video can be watched. */
  watchUrl: z.string().nullable(),
});
export type PublishingStatus = z.output<typeof publishingStatus>;

/** What the creator reviews and agrees to before the start. */
export const publishSummary = z.object({
  taskId: z.number().int(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  posterUrl: z.string().nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  madeForKids: z.boolean(),
  options: publishOptions,
  /** The caption files, by language and name. */
  captions: z.array(z.object({ language: z.string(), name: z.string(), fileName: z.string() })),
  fileName: z.string(),
  bytes: z.number().int(),
  /** The destination that stands for all. */
  channel,
  destinations: z.array(destination),
  /** The terms of YouTube, where it is one of the platforms. */
  termsUrl: z.string().nullable(),
  /** Whether the local sandbox replaces YouTube. */
  sandbox: z.boolean(),
});
export type PublishSummary = z.output<typeof publishSummary>;

/** What the creator agreed to, stored with the delivery. */
export const publishingConsent = z.object({
  personId: z.number().int(),
  agreedAt: z.iso.datetime(),
  channel,
  title: z.string(),
  visibility: z.enum(visibilities),
  publishAt: z.iso.datetime().nullable(),
  madeForKids: z.boolean(),
  syntheticMedia: z.boolean(),
  termsUrl: z.string().nullable(),
  /** The certification as shown beside the button. Absent from older agreements, like `details`. */
  text: z.string().optional(),
  /** What else was shown and sent. */
  details: z
    .object({
      description: z.string(),
      tags: z.array(z.string()),
      // Older agreements name no channel of a playlist.
      options: publishOptions.extend({ playlists: z.array(playlist) }),
      captions: z.array(z.object({ language: z.string(), name: z.string(), fileName: z.string() })),
    })
    .optional(),
});
export type PublishingConsent = z.output<typeof publishingConsent>;

export const taskIdText = idTextWith("Invalid Task ID");
const requiredTaskId = idTextWith("Invalid Task ID", "no taskId was provided");

const byTask = z.object({ taskId: taskIdText });

/** What the consent screen returns. */
export const authorizationReturn = z.object({
  code: z.string("no code was provided").min(1, "no code was provided").max(2000),
  state: z.string().max(200).optional(),
});

export const publishingEndpoints = {
  updateMetaData: endpoint({
    method: "PATCH",
    path: "/yt-upload/update-meta-data",
    permission: creatorOfTask,
    summary: "Save the video's details",
    form: {
      fields: z.object({
        title: videoTitle,
        description: videoDescription,
        madeForKids: booleanText,
        tags: jsonText(videoTags),
        taskId: taskIdText,
        /** JSON; omitted, the saved options stay. */
        options: jsonText(publishOptions).optional(),
        /** `true` removes the current thumbnail. */
        removeThumbnail: booleanText.optional(),
      }),
      files: { thumbnail: { kind: "image", maxBytes: thumbnailLimit, most: 1 } },
    },
    response: task,
    message: "youtube video details updated successfully",
    alias: "task",
  }),
  authorize: endpoint({
    method: "GET",
    path: "/yt-upload/authorize",
    permission: creators,
    summary:
      "The URL to continue at: the platform's consent screen, or the start screen if a channel is connected",
    query: z.object({ taskId: taskIdText.optional(), reconnect: z.enum(["true"]).optional() }),
    response: z.string(),
    message: "Redirecting to OAuth...",
  }),
  getAccessToken: endpoint({
    method: "POST",
    path: "/yt-upload/get-accessToken",
    permission: creatorOfTask,
    summary: "Exchange the authorization code and connect the channel",
    body: authorizationReturn.extend({ taskId: requiredTaskId }),
    response: z.object({ channel }),
    message: "Successfully authorized to start video upload session",
  }),
  summary: endpoint({
    method: "GET",
    path: "/yt-upload/summary/:taskId",
    permission: creatorOfTask,
    summary: "What will be published on which channel",
    params: byTask,
    response: publishSummary,
    message: "Publishing summary",
  }),
  startDelivery: endpoint({
    method: "POST",
    path: "/yt-upload/start-session",
    permission: creatorOfTask,
    summary: "Give the publishing consent and start the delivery",
    body: z.object({
      taskId: requiredTaskId,
      visibility: z.enum(visibilities).default("public"),
      /** Schedules a public video: private until this time. */
      publishAt: z.iso.datetime({ offset: true }).optional(),
      /** Realistic altered or generated content, instead of what the details say. */
      syntheticMedia: z.boolean().optional(),
    }),
    response: progress,
    message: "Upload started",
  }),
  progress: endpoint({
    method: "GET",
    path: "/yt-upload/progress/:taskId",
    permission: creatorOfTask,
    summary: "Progress of the delivery",
    params: byTask,
    response: progress,
    message: "Publishing progress",
  }),
  status: endpoint({
    method: "GET",
    path: "/yt-upload/status/:taskId",
    permission: membersOfTask,
    summary: "Whether publishing failed, and where the published video can be watched",
    params: byTask,
    response: publishingStatus,
    message: "Publishing status loaded.",
  }),
  disconnect: endpoint({
    method: "POST",
    path: "/yt-upload/disconnect",
    permission: creators,
    summary: "Revoke a destination, or all YouTube channels, at the platform and delete the tokens",
    query: z.object({ destinationId: z.uuid().optional() }),
    response: z.null(),
    message: "Channel disconnected. Published videos stay.",
  }),
};

export const publishingError = defineErrors({
  not_approved: { status: 409, message: "Approve a version before you publish it." },
  publish_time: {
    status: 422,
    message: "Choose a time at least 15 minutes from now, or publish immediately.",
  },
  details_missing: { status: 409, message: "Fill in the video's title and description first." },
  no_channel: { status: 409, message: "Connect your YouTube channel first." },
  already_publishing: { status: 409, message: "This video is already being published." },
  other_channel: {
    status: 409,
    message: "This video is already on another channel. Connect that channel to finish.",
  },
  not_started: { status: 404, message: "Publishing of this task has not started yet." },
  too_late_to_cancel: {
    status: 409,
    message:
      "The video is already being made public, so it can't be cancelled. Change its visibility in YouTube Studio.",
  },
  nothing_to_retry: { status: 409, message: "There is nothing to retry." },
  authorization_refused: { status: 422, message: "Failed to login/register with OAuth. Please try again." },
  platform_unreachable: {
    status: 502,
    message: "The video platform is not responding. Try again in a moment.",
  },
});

const aboutTask = z.object({ taskId: z.number() });
export const published = defineEvent(
  "publishing.published",
  aboutTask.extend({ watchUrl: z.string().nullable() }),
);
/** `path` is the page of the step that solves the problem. */
export const publishFailed = defineEvent(
  "publishing.failed",
  aboutTask.extend({ problem: z.string(), path: z.string() }),
);
