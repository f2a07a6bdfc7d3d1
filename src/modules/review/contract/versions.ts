import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { frameRate, openUpload, playback } from "#modules/media/contract/videos.ts";
import { maxVideoBytes } from "#modules/media/rules/limits.ts";
import { videoFailure } from "#modules/media/rules/video-failures.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { contributor } from "#modules/tasks/contract/contributor.ts";
import { task, taskIdText } from "#modules/tasks/contract/tasks.ts";
import { stages } from "#modules/tasks/rules/stages.ts";

import { versionStates } from "../rules/versions.ts";
import { approval, requiredApprovals } from "./approval.ts";

/** One upload of the edited video. Versions of a task are numbered from 1. */
export const version = z.object({
  number: z.number().int(),
  state: z.enum(versionStates),
  fileName: z.string(),
  bytes: z.number().int(),
  /** Frame rate of its video; null before it was probed. */
  rate: frameRate.nullable(),
  createdAt: z.iso.datetime(),
  reviewEndsAt: z.iso.datetime().nullable(),
  feedback: z.string().nullable(),
  /** Reason of the refusal. */
  refusal: z.string().nullable(),
  /** The editor's reason for withdrawing it. */
  withdrawalReason: z.string().nullable(),
  /** Whether the creator has used the one extension of the review window. */
  extended: z.boolean(),
  /** Whether the editor has asked for the extension. */
  extensionRequested: z.boolean(),
  /** Length of the review window; null before the version was in review. */
  windowSeconds: z.number().int().nullable(),
  /** Seconds that the review window continues with if the approval is undone; null if it is not approved. */
  windowSecondsLeft: z.number().int().nullable(),
  /** Whether its video can be watched, if only a file that is kept for comparison. */
  playable: z.boolean(),
});
export type Version = z.output<typeof version>;

/** A former member has the role `NORMAL`. */
const person = personCard.pick({ name: true, role: true, profileImgUrl: true });

/** The data of the preview screen. */
export const preview = z.object({
  taskId: z.number().int(),
  taskTitle: z.string(),
  stage: z.enum(stages),
  abilities: task.shape.abilities,
  /** Null until the video can be watched. */
  editedVideoUrl: z.string().nullable(),
  editor: person,
  /** Whether the editor declined the task, deleted their account or is suspended, and no other one was assigned. */
  editorLeft: z.boolean(),
  youtuber: person,
  /** The requested version, or else the newest one that can be watched, otherwise the newest one. */
  version: version.nullable(),
  /** The version that is shown without a request for one; null if that is `version`. */
  current: version.nullable(),
  /** The newest version if it is uploading, being prepared or refused, and the current version is an older one. */
  next: version.nullable(),
  /** Numbers of the other versions that can be compared with `version`, newest first. */
  comparable: z.array(z.number().int()),
  /** The chapters in the video's description, if they follow the platform's rules. Seconds from the first frame. */
  chapters: z.array(z.object({ startSeconds: z.number().int(), title: z.string() })),
  /** Decisions on `version` of those who have to approve it; empty where one approval is enough. */
  approvals: z.array(approval),
  /** People who work on the task besides the editor. */
  contributors: z.array(contributor),
  /** Playback of `version` while its video exists. */
  playback: playback.nullable(),
});
export type Preview = z.output<typeof preview>;

const unfinishedUpload = openUpload.extend({
  fileName: z.string(),
  fingerprint: z.string(),
  /** When the upload expires unless it is continued. */
  keptUntil: z.iso.datetime(),
});
export type UnfinishedUpload = z.output<typeof unfinishedUpload>;

const taskParam = z.object({ id: taskIdText });

/** The task after a decision, with the end of its running review window. */
export const reviewedTask = task.extend({ reviewEndsAt: z.iso.datetime().nullable() });
export type ReviewedTask = z.output<typeof reviewedTask>;

export const reviewEndpoints = {
  beginVersion: endpoint({
    method: "POST",
    path: "/task/begin-upload",
    permission: { task: "upload" },
    summary: "Start the upload of the next version, or return the unfinished upload of the same file",
    body: z.object({
      taskId: taskIdText,
      fileName: z.string().min(1).max(255),
      bytes: z
        .number()
        .int()
        .positive("This file is empty. Choose another one.")
        .max(maxVideoBytes, "YouTube accepts videos of up to 256 GB. Export a smaller file."),
      /** As the browser or the content states it; needed only where the file's name doesn't tell. */
      type: z.string().max(255).default(""),
      /** Identifies the file on the editor's device: name, size and modification time. */
      fingerprint: z.string().min(1).max(200),
    }),
    response: openUpload,
    message: "Send the file to the upload address.",
  }),
  unfinishedUpload: endpoint({
    method: "GET",
    path: "/task/unfinished-upload/:id",
    permission: { task: "upload" },
    summary: "The unfinished upload of the task, or null",
    params: taskParam,
    response: unfinishedUpload.nullable(),
    message: "Choose the same file to continue.",
  }),
  uploadVideoToServer: endpoint({
    method: "POST",
    path: "/task/upload-video-to-server",
    permission: { task: "upload" },
    summary: "Upload a version in one multipart request",
    form: {
      fields: z.object({ taskId: taskIdText }),
      files: { video: { kind: "video", maxBytes: "upload-limit", maxFiles: 1 } },
    },
    response: z.object({ videoId: z.uuid() }),
    message: "Video uploaded successfully!",
  }),
  videoPreview: endpoint({
    method: "GET",
    path: "/task/video-preview/:id",
    permission: { task: "view" },
    summary: "The signed URL of the newest version that can be watched",
    params: taskParam,
    response: z.string(),
    message: "Preview URL loaded.",
  }),
  preview: endpoint({
    method: "GET",
    path: "/task/preview/:id",
    permission: { task: "view" },
    summary: "A version, or else the newest one that can be watched, with its task and signed URLs",
    params: taskParam,
    query: z.object({ version: z.coerce.number().int().positive().optional() }),
    response: preview,
    message: "Preview loaded.",
  }),
  convertVersion: endpoint({
    method: "POST",
    path: "/task/convert-version/:id",
    permission: { task: "view" },
    summary: "Convert the video of a version that the caller's browser can't play",
    params: taskParam,
    body: z.object({ version: z.number().int().positive() }),
    response: z.null(),
    message: "The video is being converted.",
  }),
  versions: endpoint({
    method: "GET",
    path: "/task/versions/:id",
    permission: { task: "view" },
    summary: "The newest 100 versions of a task, newest first",
    params: taskParam,
    response: z.array(version),
    message: "Versions loaded.",
  }),
  approve: endpoint({
    method: "POST",
    path: "/task/approve/:id",
    permission: { task: "decide" },
    summary: "Approve the version in review",
    params: taskParam,
    body: z.object({ version: z.number().int().positive() }),
    response: reviewedTask,
    message: "You approved this version.",
  }),
  original: endpoint({
    method: "GET",
    path: "/task/:id/original",
    permission: { task: "publish" },
    summary: "URL by which the creator saves the original of the approved version",
    params: taskParam,
    response: z.object({ url: z.string() }),
    message: "The download starts.",
  }),
  undoApproval: endpoint({
    method: "POST",
    path: "/task/undo-approval/:id",
    permission: { task: "decide" },
    summary: "Put the approved version back into review, until publishing starts",
    params: taskParam,
    body: z.object({ version: z.number().int().positive() }),
    response: reviewedTask,
    message: "The version is in review again.",
  }),
  extendWindow: endpoint({
    method: "POST",
    path: "/task/extend-window/:id",
    permission: { task: "decide" },
    summary: "Extend the review window of the version in review, once, by its own length",
    params: taskParam,
    body: z.object({ version: z.number().int().positive() }),
    response: reviewedTask,
    message: "The review window was extended.",
  }),
  requestExtension: endpoint({
    method: "POST",
    path: "/task/request-extension/:id",
    permission: { task: "upload" },
    summary: "Ask the creator to extend the review window of the version in review, once",
    params: taskParam,
    body: z.object({ version: z.number().int().positive() }),
    response: z.object({ requestedAt: z.iso.datetime() }),
    message: "The creator was asked to extend the review window.",
  }),
};

export const reviewError = defineErrors({
  unknown_version: { status: 404, message: "This task has no such version." },
  no_editor: {
    status: 409,
    message: "This task has no editor yet. Upload the version once its creator has assigned one.",
  },
  nothing_to_review: { status: 404, message: "There is no video to review yet." },
  version_superseded: {
    status: 409,
    message: "A newer version is available. Reload and review it before you decide.",
  },
  already_decided: { status: 409, message: "You have already decided on this version. Reload the page." },
  version_withdrawn: {
    status: 409,
    message:
      "The editor has withdrawn this version. You'll be notified when the next one is ready to review.",
  },
  no_original: { status: 404, message: "Only approved versions can be saved, until they are deleted." },
  not_approved: { status: 409, message: "This version is not approved. Reload the page." },
  publishing_started: {
    status: 409,
    message: "Publishing has started. The approval can no longer be undone.",
  },
  already_extended: {
    status: 409,
    message: "The review window of this version has already been extended. Decide before it ends.",
  },
  no_feedback: { status: 422, message: "Describe what the editor should change." },
  no_file: { status: 422, message: "Please select a video file to upload" },
  upload_in_progress: {
    status: 409,
    message: "Another file is being uploaded for this task. Wait until it is finished, or cancel it.",
  },
});

const versionPrefix = z.object({ taskId: z.number(), version: z.number() });
const aboutWindow = versionPrefix.extend({ reviewEndsAt: z.date() });
/** The version is in review until `reviewEndsAt`. */
export const versionReady = defineEvent("review.version_ready", aboutWindow);
export const versionRefused = defineEvent(
  "review.version_refused",
  versionPrefix.extend({ failure: videoFailure }),
);
/** A version's upload was not continued and has expired. */
export const uploadExpired = defineEvent("review.upload_expired", versionPrefix);
/** A person approved a version, without or besides the last of the required approvals. */
export const approvalGiven = defineEvent(
  "review.approval_given",
  versionPrefix.extend({ approvals: requiredApprovals }),
);
/** A person took back their approval of a version that is still in review. */
export const approvalWithdrawn = defineEvent("review.approval_withdrawn", versionPrefix);
/** A version is approved; `approvals` is null where one approval is enough. */
export const versionApproved = defineEvent(
  "review.version_approved",
  versionPrefix.extend({ approvals: requiredApprovals.nullable().default(null) }),
);
/** The version is in review again until `reviewEndsAt`. */
export const approvalUndone = defineEvent("review.approval_undone", aboutWindow);
export const changesRequested = defineEvent(
  "review.changes_requested",
  // Open comments on this and earlier versions; without any, there is feedback.
  versionPrefix.extend({ feedback: z.string(), openComments: z.number().default(0) }),
);
/** The editor asks the creator to extend the review window. */
export const extensionRequested = defineEvent("review.extension_requested", aboutWindow);
/** The creator extended the review window to `reviewEndsAt`. */
export const windowExtended = defineEvent("review.window_extended", aboutWindow);
/** The review window ends soon and the creator has not decided. */
export const windowClosing = defineEvent("review.window_closing", aboutWindow);
export const windowEnded = defineEvent("review.window_ended", versionPrefix);
