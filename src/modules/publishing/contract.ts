import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent, defineRealtimeMessage } from "#core/event.ts";
import { booleanText, idText, jsonText } from "#core/form-text.ts";
import { creatorOfTask, creators } from "#core/permission.ts";
import { thumbnailLimit } from "#modules/media/rules.ts";
import { task } from "#modules/tasks/contract.ts";

import { videoDescription, videoTags, videoTitle } from "./rules/details.ts";
import { progressStages, visibilities } from "./rules/progress.ts";
import { recoveryActions } from "./rules/recovery-actions.ts";

const stage = z.enum(Object.keys(progressStages) as [keyof typeof progressStages]);

export const channel = z.object({ id: z.string(), title: z.string(), pictureUrl: z.string() });

/** Where a delivery stands; the same after a reload or a restart. */
export const progress = z.object({
  taskId: z.number().int(),
  /** The video's title. */
  title: z.string(),
  stage,
  /** The stage in which an error happened, for the sentence of the specification. */
  failedStage: stage.nullable(),
  percent: z.number().int().min(0).max(100),
  sentBytes: z.number().int(),
  totalBytes: z.number().int(),
  videoId: z.string().nullable(),
  watchUrl: z.string().nullable(),
  channel: channel.nullable(),
  visibility: z.enum(visibilities),
  /** When the platform makes it public, if not at once. */
  publishAt: z.iso.datetime().nullable(),
  /** What the platform really made of it, once published; it may have kept the video private. */
  shownVisibility: z.enum(visibilities).nullable(),
  /** What went wrong and what to do next, in the error stage. */
  problem: z.string().nullable(),
  /** What the person can do about it. */
  recoveryActions: z.array(z.enum(recoveryActions)),
  sandbox: z.boolean(),
});
export type Progress = z.output<typeof progress>;

/** What the creator sees and agrees to before the start. */
export const publishSummary = z.object({
  taskId: z.number().int(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  posterUrl: z.string().nullable(),
  madeForKids: z.boolean(),
  bytes: z.number().int(),
  channel,
  termsUrl: z.string(),
  sandbox: z.boolean(),
});
export type PublishSummary = z.output<typeof publishSummary>;

/** What the creator agreed to, kept with the delivery. */
export const consentRecord = z.object({
  personId: z.number().int(),
  agreedAt: z.iso.datetime(),
  channel,
  title: z.string(),
  visibility: z.enum(visibilities),
  publishAt: z.iso.datetime().nullable(),
  madeForKids: z.boolean(),
  syntheticMedia: z.boolean(),
  termsUrl: z.string(),
});
export type ConsentRecord = z.output<typeof consentRecord>;

const byTask = z.object({ taskId: idText });

export const publishingEndpoints = {
  updateMetaData: endpoint({
    method: "PATCH",
    path: "/yt-upload/update-meta-data",
    permission: creatorOfTask,
    summary: "Save the video's details (specification, section 7)",
    form: {
      fields: z.object({
        title: videoTitle,
        description: videoDescription,
        madeForKids: booleanText,
        tags: jsonText(videoTags),
        taskId: idText,
        /** `true` takes the present thumbnail away. */
        removeThumbnail: booleanText.optional(),
      }),
      files: { thumbnail: { kind: "image", maxBytes: thumbnailLimit, most: 1 } },
    },
    response: task,
    message: "youtube video details updated successfully",
    also: "task",
  }),
  authorize: endpoint({
    method: "GET",
    path: "/yt-upload/authorize",
    permission: creators,
    summary: "The address to go to: the platform's consent, or straight on when a channel is connected",
    query: z.object({ taskId: idText.optional(), reconnect: z.enum(["true"]).optional() }),
    response: z.string(),
    message: "Redirecting to OAuth...",
  }),
  getAccessToken: endpoint({
    method: "POST",
    path: "/yt-upload/get-accessToken",
    permission: creatorOfTask,
    summary: "Exchange the consent's code; connects the channel",
    body: z.object({
      code: z.string("no code was provided").min(1, "no code was provided").max(2000),
      taskId: z.coerce
        .number("no taskId was provided")
        .int("no taskId was provided")
        .positive("no taskId was provided"),
      state: z.string().max(200).optional(),
    }),
    response: z.object({ channel }),
    message: "Successfully authorized to start video upload session",
  }),
  summary: endpoint({
    method: "GET",
    path: "/yt-upload/summary/:taskId",
    permission: creatorOfTask,
    summary: "What will be published, and on which channel",
    params: byTask,
    response: publishSummary,
    message: "Here is what will be published.",
  }),
  startSession: endpoint({
    method: "POST",
    path: "/yt-upload/start-session",
    permission: creatorOfTask,
    summary: "Consent, and start the delivery",
    body: z.object({
      taskId: z.coerce
        .number("no taskId was provided")
        .int("no taskId was provided")
        .positive("no taskId was provided"),
      visibility: z.enum(visibilities).default("public"),
      /** Makes a public video public at this moment only; private until then. */
      publishAt: z.iso.datetime({ offset: true }).optional(),
      /** Realistic altered or generated content, which the platform wants to be told of. */
      syntheticMedia: z.boolean().default(false),
    }),
    response: progress,
    message: "The upload session has started.",
  }),
  progress: endpoint({
    method: "GET",
    path: "/yt-upload/progress/:taskId",
    permission: creatorOfTask,
    summary: "Where the delivery stands",
    params: byTask,
    response: progress,
    message: "Here is the progress.",
  }),
  retry: endpoint({
    method: "POST",
    path: "/yt-upload/retry",
    permission: creatorOfTask,
    summary: "Continue a failed delivery where it stopped; nothing is uploaded twice",
    body: z.object({
      taskId: idText,
      withoutThumbnail: z.boolean().default(false),
      /** The person has looked and not found the video on the platform, where only a person could tell. */
      uploadAgain: z.boolean().default(false),
    }),
    response: progress,
    message: "Trying again.",
  }),
  disconnect: endpoint({
    method: "POST",
    path: "/yt-upload/disconnect",
    permission: creators,
    summary: "Revoke the connected channel at the platform and forget its tokens",
    response: z.null(),
    message: "The channel is disconnected. Videos on YouTube stay.",
  }),
};

export const publishingError = defineErrors({
  not_approved: { status: 409, message: "Approve a version before you publish it." },
  publish_time: {
    status: 422,
    message: "Choose a time at least 15 minutes from now, or publish at once.",
  },
  details_missing: { status: 409, message: "Fill in the video's title and description first." },
  no_channel: { status: 409, message: "Connect your YouTube channel first." },
  already_publishing: { status: 409, message: "This video is already on its way." },
  other_channel: { status: 409, message: "This video is on another channel already. Connect that one." },
  not_started: { status: 404, message: "Nothing has been started for this task yet." },
  nothing_to_retry: { status: 409, message: "There is nothing to try again." },
  consent_refused: { status: 422, message: "Failed to login/register with OAuth. Please try again." },
  platform_unreachable: {
    status: 502,
    message: "The video platform does not answer. Try again in a moment.",
  },
});

const aboutTask = z.object({ taskId: z.number() });
export const published = defineEvent("publishing.published", aboutTask.extend({ watchUrl: z.string() }));
export const publishFailed = defineEvent("publishing.failed", aboutTask.extend({ problem: z.string() }));

/** The realtime events of the specification, section 7; each also names its task. */
export const uploadProgress = defineRealtimeMessage(
  "upload_progress",
  aboutTask.extend({ percent: z.number(), sentBytes: z.number(), totalBytes: z.number() }),
);
export const uploadComplete = defineRealtimeMessage("upload_complete", aboutTask);
export const uploadFailed = defineRealtimeMessage("upload_failed", aboutTask.extend({ message: z.string() }));
export const thumbnailUploaded = defineRealtimeMessage("thumbnail_uploaded", aboutTask);
export const thumbnailUploadFailed = defineRealtimeMessage(
  "thumbnail_upload_failed",
  aboutTask.extend({ message: z.string() }),
);
export const publishVideo = defineRealtimeMessage("publish_video", aboutTask.extend({ videoId: z.string() }));
export const publishVideoFailed = defineRealtimeMessage(
  "publish_video_failed",
  aboutTask.extend({ message: z.string() }),
);
