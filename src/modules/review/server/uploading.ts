import { actorOf, type Context, type ReadContext } from "#core/server/context.ts";
import type { OpenUpload } from "#modules/media/contract.ts";
import {
  type VideoFile,
  claimVideo,
  deleteVideo,
  openVideoUpload,
  unfinishedUpload,
} from "#modules/media/server/actions.ts";
import { tasksError } from "#modules/tasks/contract.ts";
import { mayUpload, ownerOfTask } from "#modules/tasks/rules.ts";
import { lockTask, taskFor, type TaskRow } from "#modules/tasks/server/actions.ts";

import { reviewError, type UnfinishedUpload } from "../contract.ts";
import { noteArrival } from "./arrival.ts";
import { lockAsEditor } from "./people.ts";
import { addVersion, findUnfinished, forgetVersion, type VersionRow } from "./store.ts";

/**
 * Opens the upload of the task's next version, or the unfinished one of the same file again. 409 `wrong_stage` where
 * the task waits for no version, `upload_in_progress` while another file is arriving.
 */
export async function beginVersion(
  ctx: Context,
  wanted: Omit<VideoFile, "subject"> & { taskId: number },
): Promise<OpenUpload> {
  const { taskId, ...file } = wanted;
  const task = await lockAsEditor(ctx, taskId);
  if (!mayUpload(task.stage)) throw tasksError("wrong_stage");
  const unfinished = await findUnfinished(ctx.tx, taskId);
  if (unfinished) {
    const upload = await unfinishedUpload(ctx, unfinished.videoId);
    const same = upload?.fingerprint === file.fingerprint && upload.bytes === file.bytes;
    if (!same) throw reviewError("upload_in_progress");
  }
  const opened = await openVideoUpload(ctx, { ...file, subject: ownerOfTask(taskId) });
  if (!unfinished) await recordVersion(ctx, task, opened.videoId);
  return opened;
}

/** The upload that the editor can continue with the same file, or null. */
export async function uploadToContinue(ctx: ReadContext, taskId: number): Promise<UnfinishedUpload | null> {
  const task = await taskFor(ctx, taskId);
  if (task.editorId !== actorOf(ctx).id) throw tasksError("task_not_found");
  const unfinished = await findUnfinished(ctx.tx, taskId);
  return unfinished && unfinishedUpload(ctx, unfinished.videoId);
}

/** Refuses before a form's file is received: not the task's editor, no version awaited, another file arriving. */
export async function admitVersion(ctx: Context, taskId: number): Promise<TaskRow> {
  const task = await lockAsEditor(ctx, taskId);
  if (!mayUpload(task.stage)) throw tasksError("wrong_stage");
  if (await findUnfinished(ctx.tx, taskId)) throw reviewError("upload_in_progress");
  return task;
}

/** Makes a video that came in a form the task's next version. */
export async function takeVersion(ctx: Context, taken: { taskId: number; fileId: string }): Promise<void> {
  const task = await admitVersion(ctx, taken.taskId);
  await recordVersion(ctx, task, taken.fileId);
  await claimVideo(ctx, { fileId: taken.fileId, subject: ownerOfTask(taken.taskId) });
}

/** Ends what is still arriving from somebody who is no longer the task's editor. */
export async function dropUploadOfFormerEditor(ctx: Context, taskId: number): Promise<void> {
  const task = await lockTask(ctx, taskId);
  const unfinished = await findUnfinished(ctx.tx, taskId);
  if (unfinished && unfinished.editorId !== task.editorId) await dropUpload(ctx, unfinished);
  await noteArrival(ctx, taskId);
}

/** Ends what is only half sent by an editor who has left. What has arrived stays. */
export async function dropUploadOfLeaver(
  ctx: Context,
  about: { taskId: number; editorId: number },
): Promise<void> {
  await lockTask(ctx, about.taskId);
  const unfinished = await findUnfinished(ctx.tx, about.taskId);
  if (unfinished?.state !== "uploading" || unfinished.editorId !== about.editorId) return;
  await dropUpload(ctx, unfinished);
  await noteArrival(ctx, about.taskId);
}

async function dropUpload(ctx: Context, version: VersionRow): Promise<void> {
  await deleteVideo(ctx, version.videoId);
  await forgetVersion(ctx.tx, version);
}

async function recordVersion(ctx: Context, task: TaskRow, videoId: string): Promise<void> {
  await addVersion(ctx.tx, { taskId: task.id, videoId, editorId: task.editorId, createdAt: ctx.now });
  await noteArrival(ctx, task.id);
}
