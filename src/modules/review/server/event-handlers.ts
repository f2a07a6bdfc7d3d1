import { type Context, on, type EventHandler } from "#core/server/context.ts";
import {
  uploadEnded,
  uploadProgressed,
  videoLost,
  videoProgressed,
  videoReady,
  videoReceived,
  videoRefused,
} from "#modules/media/contract/videos.ts";
import { videoChanged } from "#modules/media/realtime-messages.ts";
import type { VideoFailure } from "#modules/media/rules/video-failures.ts";
import { deleteVideo } from "#modules/media/server/public/media.ts";
import { contributorChanged } from "#modules/tasks/contract/contributors.ts";
import { editorAccountDeleted, taskDeclined, taskEdited, taskMoved } from "#modules/tasks/contract/tasks.ts";
import { allows } from "#modules/tasks/rules/stages.ts";
import { advanceTask, audience, lockTask, notifyTaskClients } from "#modules/tasks/server/public/tasks.ts";

import { uploadExpired, versionRefused } from "../contract/versions.ts";
import { versionUploadProgress } from "../realtime-messages.ts";
import { clockStates, unfinishedStates, type VersionState } from "../rules/versions.ts";
import {
  changeVersion,
  deleteVersion,
  newestVersionIn,
  taskOfUpload,
  versionOfVideo,
  type VersionRow,
  versionsIn,
} from "./versions/queries.ts";
import { cancelUploadOfFormerEditor, cancelUploadOfLeavingEditor } from "./versions/uploads.ts";
import { scheduleVideoDeletion } from "./window/jobs.ts";
import { deleteComparisons, expire, openReview, stopWindow } from "./window/review-window.ts";

/** Event handlers that keep versions in step with their videos and tasks. */
export function reviewEventHandlers(): EventHandler[] {
  return [
    on(videoReceived, async (ctx, { videoId }) => {
      const version = await unfinishedVersion(ctx, videoId);
      if (!version) return;
      await changeVersion(ctx.tx, version, { state: "preparing" });
      await notifyClients(ctx, version.taskId);
    }),
    on(uploadEnded, async (ctx, { videoId }) => {
      const version = await unfinishedVersion(ctx, videoId);
      if (!version) return;
      await deleteVersion(ctx.tx, version);
      await notifyClients(ctx, version.taskId);
      const expired = ctx.actor === null;
      if (expired) await ctx.emit(uploadExpired, { taskId: version.taskId, version: version.number });
    }),
    on(uploadProgressed, async (ctx, { videoId, received, bytes }) => {
      // The caller has locked the video, so the task can't be locked any more.
      const upload = await taskOfUpload(ctx.tx, videoId);
      if (!upload) return;
      const { task, uploaderId } = upload;
      const members = await audience(ctx, task);
      if (!members.includes(uploaderId)) return;
      ctx.notifyClients(members, versionUploadProgress, { taskId: task.id, received, bytes });
    }),
    on(contributorChanged, async (ctx, { taskId, change }) => {
      if (change !== "added") await cancelUploadOfFormerEditor(ctx, taskId);
    }),
    on(videoReady, async (ctx, { videoId }) => {
      const version = await unfinishedVersion(ctx, videoId);
      if (version) await openReview(ctx, version);
    }),
    on(videoRefused, async (ctx, { videoId, failure }) => refuse(ctx, videoId, failure)),
    on(videoLost, async (ctx, { videoId, failure }) => handleLostVideo(ctx, videoId, failure)),
    on(videoProgressed, async (ctx, { videoId, part }) => {
      const version = await versionOfVideo(ctx.tx, videoId);
      if (!version) return;
      const task = await lockTask(ctx, version.taskId);
      ctx.notifyClients([task.creatorId], videoChanged, { videoId });
      if (part === "stills") await notifyTaskClients(ctx, task);
    }),
    on(taskEdited, async (ctx, { taskId, assigned }) => {
      if (assigned) await cancelUploadOfFormerEditor(ctx, taskId);
    }),
    on(taskDeclined, cancelUploadOfLeavingEditor),
    on(editorAccountDeleted, cancelUploadOfLeavingEditor),
    on(taskMoved, async (ctx, { taskId, to }) => {
      if (to === "cancelled") await expireAll(ctx, taskId);
      else if (to === "publishing") await stopWindowForPublishing(ctx, taskId);
      else if (to === "published") await scheduleVideoDeletion(ctx, taskId);
    }),
  ];
}

async function notifyClients(ctx: Context, taskId: number): Promise<void> {
  await notifyTaskClients(ctx, await lockTask(ctx, taskId));
}

async function unfinishedVersion(ctx: Context, videoId: string): Promise<VersionRow | null> {
  const version = await versionOfVideo(ctx.tx, videoId);
  return version && isUnfinished(version) ? version : null;
}

function isUnfinished({ state }: VersionRow): boolean {
  return unfinishedStates.some((unfinished) => unfinished === state);
}

/** Refuses a version that is unfinished or in review; the task waits for another upload. */
async function refuse(ctx: Context, videoId: string, failure: VideoFailure): Promise<void> {
  const version = await versionOfVideo(ctx.tx, videoId);
  if (!version) return;
  if (version.state === "in_review") return sendBack(ctx, version, failure);
  if (!isUnfinished(version)) return;
  const { taskId, number } = version;
  await changeVersion(ctx.tx, version, { state: "refused", failure });
  await notifyClients(ctx, taskId);
  await ctx.emit(versionRefused, { taskId, version: number, failure });
}

/** If a version's video was lost while it was still needed, the editor is asked to upload it again. */
async function handleLostVideo(ctx: Context, videoId: string, failure: VideoFailure): Promise<void> {
  const version = await versionOfVideo(ctx.tx, videoId);
  if (!version) return;
  const { stage } = await lockTask(ctx, version.taskId);
  // The delivery itself fails if it still needs the file.
  if (stage === "publishing") return;
  const needed = clockStates.some((state) => state === version.state) && allows(stage, "window_ended");
  if (needed) await sendBack(ctx, version, failure);
  else await deleteVideo(ctx, videoId, { keep: "poster" });
}

/** Refuses a version that was in review or approved; the task waits for another upload. */
async function sendBack(ctx: Context, version: VersionRow, failure: VideoFailure): Promise<void> {
  const { taskId, number, videoId } = version;
  await changeVersion(ctx.tx, version, { state: "refused", failure, reviewEndsAt: null });
  await deleteVideo(ctx, videoId);
  await advanceTask(ctx, taskId, "window_ended");
  await ctx.emit(versionRefused, { taskId, version: number, failure });
}

const statesWithVideo: VersionState[] = [...unfinishedStates, ...clockStates, "rejected"];

/** Deletes all videos of a cancelled task. */
async function expireAll(ctx: Context, taskId: number): Promise<void> {
  await deleteComparisons(ctx, taskId);
  for (const version of await versionsIn(ctx.tx, taskId, statesWithVideo)) {
    if (version.state === "uploading") {
      await deleteVideo(ctx, version.videoId);
      await deleteVersion(ctx.tx, version);
    } else {
      await expire(ctx, version);
    }
  }
}

/** A video is never deleted while it is being published. */
async function stopWindowForPublishing(ctx: Context, taskId: number): Promise<void> {
  const version = await newestVersionIn(ctx.tx, taskId, ["approved"]);
  if (version) await stopWindow(ctx, version);
}
