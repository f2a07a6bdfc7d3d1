import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { idText } from "#core/form-text.ts";
import { creatorOfTask, editorOfTask, membersOfTask } from "#core/permission.ts";
import { openUpload, playback } from "#modules/media/contract.ts";
import { largestVideo } from "#modules/media/rules.ts";
import { task } from "#modules/tasks/contract.ts";
import { stages } from "#modules/tasks/rules.ts";

import { versionStates } from "./rules.ts";

/** One upload of the edited video. Numbers count from 1 within a task. */
export const version = z.object({
  number: z.number().int(),
  state: z.enum(versionStates),
  fileName: z.string(),
  bytes: z.number().int(),
  createdAt: z.iso.datetime(),
  reviewEndsAt: z.iso.datetime().nullable(),
  feedback: z.string().nullable(),
  /** Why the file can't be used, when it was refused. */
  refusal: z.string().nullable(),
  /** The creator has used the one extension of the window. */
  extended: z.boolean(),
});
export type Version = z.output<typeof version>;

const person = z.object({ name: z.string(), profileImgUrl: z.string() });

/** What the video preview reads (specification, section 3: taskTitle, editedVideoUrl, editor). */
export const preview = z.object({
  taskId: z.number().int(),
  taskTitle: z.string(),
  stage: z.enum(stages),
  /** Publishing has come back without an end; the creator can see why and go on. */
  publishFailed: z.boolean(),
  /** Address of the edited video, null until it can be watched. */
  editedVideoUrl: z.string().nullable(),
  editor: person,
  youtuber: person,
  /** The newest version that can be watched, else the newest of all. */
  version: version.nullable(),
  /** A newer one that can't be watched yet, or never: it arrives, is prepared, or was refused. */
  next: version.nullable(),
  /** Of `version` while its video exists. */
  playback: playback.nullable(),
});
export type Preview = z.output<typeof preview>;

const unfinishedUpload = openUpload.extend({
  fileName: z.string(),
  fingerprint: z.string(),
  /** When what has arrived is let go, unless somebody continues. */
  keptUntil: z.iso.datetime(),
});
export type UnfinishedUpload = z.output<typeof unfinishedUpload>;

const taskParam = z.object({ id: idText });

export const reviewEndpoints = {
  beginVersion: endpoint({
    method: "POST",
    path: "/task/begin-upload",
    permission: editorOfTask,
    summary: "Open the upload of a task's next version, or find the unfinished one of the same file",
    body: z.object({
      taskId: idText,
      fileName: z.string().min(1).max(255),
      bytes: z
        .number()
        .int()
        .positive("That file is empty. Choose another one.")
        .max(largestVideo, "YouTube takes videos of up to 256 GB. Export a smaller file."),
      type: z
        .string()
        .max(100, "Please upload a video file")
        .regex(/^video\/[\w.+-]+$/, "Please upload a video file"),
      /** Tells one file from another on the sender's machine: name, size and last change. */
      fingerprint: z.string().min(1).max(200),
    }),
    response: openUpload,
    message: "Send the file to the upload address.",
  }),
  unfinishedUpload: endpoint({
    method: "GET",
    path: "/task/unfinished-upload/:id",
    permission: editorOfTask,
    summary: "The task's upload that still waits for bytes, or null",
    params: taskParam,
    response: unfinishedUpload.nullable(),
    message: "Choose the same file to continue.",
  }),
  uploadVideoToServer: endpoint({
    method: "POST",
    path: "/task/upload-video-to-server",
    permission: editorOfTask,
    summary: "Upload a version in one multipart request (specification, section 7)",
    form: {
      fields: z.object({ taskId: idText }),
      files: { video: { kind: "video", maxBytes: "upload-limit", most: 1 } },
    },
    response: z.object({ videoId: z.uuid() }),
    message: "Video uploaded successfully!",
  }),
  videoPreview: endpoint({
    method: "GET",
    path: "/task/video-preview/:id",
    permission: membersOfTask,
    summary: "The newest version that can be watched, with signed addresses",
    params: taskParam,
    response: preview,
    message: "Here is the preview.",
  }),
  versions: endpoint({
    method: "GET",
    path: "/task/versions/:id",
    permission: membersOfTask,
    summary: "All versions of a task, newest first",
    params: taskParam,
    response: z.array(version),
    message: "Here are the versions.",
  }),
  approve: endpoint({
    method: "POST",
    path: "/task/approve/:id",
    permission: creatorOfTask,
    summary: "Approve the version in review",
    params: taskParam,
    body: z.object({ version: z.number().int().positive() }),
    response: task,
    message: "Approved. Fill in the details and publish.",
  }),
  reject: endpoint({
    method: "POST",
    path: "/task/reject/:id",
    permission: creatorOfTask,
    summary: "Ask the editor for changes",
    params: taskParam,
    body: z.object({
      version: z.number().int().positive(),
      feedback: z
        .string()
        .trim()
        .min(1, "Say what should change, so the editor can act on it.")
        .max(5000, "Keep the feedback within 5,000 characters."),
    }),
    response: task,
    message: "Sent back to the editor.",
  }),
  extendWindow: endpoint({
    method: "POST",
    path: "/task/extend-window/:id",
    permission: creatorOfTask,
    summary: "Extend the review window of the version in review, once, by its own length",
    params: taskParam,
    body: z.object({ version: z.number().int().positive() }),
    response: task,
    message: "The review window is longer now.",
  }),
};

export const reviewError = defineErrors({
  nothing_to_review: { status: 404, message: "There is no video to review yet." },
  version_superseded: {
    status: 409,
    message: "A newer version has arrived. Reload and look at that one before you decide.",
  },
  already_extended: {
    status: 409,
    message: "The window of this version has been extended once already. Decide before it ends.",
  },
  no_file: { status: 422, message: "Please select a video file to upload" },
  upload_in_progress: {
    status: 409,
    message: "Another file is being uploaded for this task. Cancel it or let it finish first.",
  },
});

const aboutVersion = z.object({ taskId: z.number(), version: z.number() });
export const versionReady = defineEvent("review.version_ready", aboutVersion);
export const versionRefused = defineEvent(
  "review.version_refused",
  aboutVersion.extend({ reason: z.string() }),
);
/** Nobody has continued a version's upload for days, and the server has let go what had arrived of it. */
export const uploadExpired = defineEvent("review.upload_given_up", aboutVersion);
export const versionApproved = defineEvent("review.version_approved", aboutVersion);
export const changesRequested = defineEvent("review.changes_requested", aboutVersion);
/** The version's time is nearly over and nothing is decided. */
export const windowClosing = defineEvent("review.window_closing", aboutVersion);
export const windowOver = defineEvent("review.window_over", aboutVersion);
