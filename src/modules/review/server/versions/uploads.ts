import { currentActor, type Context, type ReadContext } from "#core/server/context.ts";
import type { OpenUpload } from "#modules/media/contract/videos.ts";
import {
  type VideoFile,
  claimVideo,
  deleteVideo,
  openVideoUpload,
  unfinishedUpload,
} from "#modules/media/server/public/media.ts";
import { reviewError, type UnfinishedUpload } from "#modules/review/contract/versions.ts";
import { tasksError } from "#modules/tasks/contract/tasks.ts";
import { activeEditor, mayUpload } from "#modules/tasks/rules/stages.ts";
import {
  lockTask,
  lockTaskFor,
  notifyTaskClients,
  taskFor,
  type TaskRow,
  audience,
} from "#modules/tasks/server/public/tasks.ts";

import { addVersion, deleteVersion, findUnfinished, type VersionRow } from "./queries.ts";

/**
 * Starts the upload of the task's next version, or returns the unfinished upload of the same file. 409 `wrong_stage` if
 * the task is not waiting for a version, `upload_in_progress` if another file is being uploaded.
 */
export async function beginVersion(
  ctx: Context,
  wanted: Omit<VideoFile, "owner"> & { taskId: number },
): Promise<OpenUpload> {
  const { taskId, ...file } = wanted;
  const task = await lockForUpload(ctx, taskId);
  const unfinished = await findUnfinished(ctx.tx, taskId);
  if (unfinished) {
    const upload = await unfinishedUpload(ctx, unfinished.videoId);
    const same = upload?.fingerprint === file.fingerprint && upload.bytes === file.bytes;
    if (!same) throw reviewError("upload_in_progress");
  }
  const opened = await openVideoUpload(ctx, {
    ...file,
    taskId,
    accountId: task.creatorId,
  });
  if (!unfinished) await recordVersion(ctx, task, opened.videoId);
  return opened;
}

/** A locked task in which the actor may upload the next version now. */
async function lockForUpload(ctx: Context, taskId: number): Promise<TaskRow> {
  const task = await lockTaskFor(ctx, taskId, "upload");
  if (!mayUpload(task.stage)) throw tasksError("wrong_stage");
  if (activeEditor(task) === null) throw reviewError("no_editor");
  return task;
}

/** The unfinished upload that can be continued, or null. */
export async function uploadToContinue(ctx: ReadContext, taskId: number): Promise<UnfinishedUpload | null> {
  await taskFor(ctx, taskId, "upload");
  const unfinished = await findUnfinished(ctx.tx, taskId);
  return unfinished && unfinishedUpload(ctx, unfinished.videoId);
}

/**
 * Checks before a form's file is received that the actor may upload versions (403, 404), the task is waiting for a version
 * (409 `wrong_stage`) and no other file is being uploaded (409 `upload_in_progress`).
 */
export async function admitVersion(ctx: Context, taskId: number): Promise<TaskRow> {
  const task = await lockForUpload(ctx, taskId);
  if (await findUnfinished(ctx.tx, taskId)) throw reviewError("upload_in_progress");
  return task;
}

/** Makes a video that was received in a form the task's next version. */
export async function takeVersion(ctx: Context, taken: { taskId: number; fileId: string }): Promise<void> {
  const task = await admitVersion(ctx, taken.taskId);
  await recordVersion(ctx, task, taken.fileId);
  await claimVideo(ctx, { fileId: taken.fileId, taskId: taken.taskId, accountId: task.creatorId });
}

/** Cancels an unfinished upload of the task's former editor. */
export async function cancelUploadOfFormerEditor(ctx: Context, taskId: number): Promise<void> {
  const task = await lockTask(ctx, taskId);
  const unfinished = await findUnfinished(ctx.tx, taskId);
  if (!unfinished || (await audience(ctx, task, "upload")).includes(unfinished.editorId)) return;
  await cancelUpload(ctx, unfinished);
}

/** Cancels an incomplete upload of an editor who declined the task or deleted their account. Complete files are kept. */
export async function cancelUploadOfLeavingEditor(
  ctx: Context,
  about: { taskId: number; editorId: number },
): Promise<void> {
  const task = await lockTask(ctx, about.taskId);
  const unfinished = await findUnfinished(ctx.tx, about.taskId);
  if (unfinished?.state !== "uploading" || unfinished.editorId !== about.editorId) return;
  await cancelUpload(ctx, unfinished);
  await notifyTaskClients(ctx, task);
}

async function cancelUpload(ctx: Context, version: VersionRow): Promise<void> {
  await deleteVideo(ctx, version.videoId);
  await deleteVersion(ctx.tx, version);
}

async function recordVersion(ctx: Context, task: TaskRow, videoId: string): Promise<void> {
  await addVersion(ctx.tx, { taskId: task.id, videoId, editorId: currentActor(ctx).id, createdAt: ctx.now });
  await notifyTaskClients(ctx, task);
}
