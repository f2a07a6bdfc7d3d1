import { type Context, on, type EventHandler } from "#core/server/context.ts";
import { after, day } from "#core/time.ts";
import {
  uploadEnded,
  videoChanged,
  videoChanging,
  videoLost,
  videoMoved,
  videoReady,
  videoReceived,
  videoRefused,
} from "#modules/media/contract.ts";
import { deleteVideo } from "#modules/media/server/actions.ts";
import { editorAccountDeleted, taskEdited, taskMoved } from "#modules/tasks/contract.ts";
import { allows } from "#modules/tasks/rules.ts";
import { advanceTask, lockTask, noteOnTask, notifyTaskClients } from "#modules/tasks/server/actions.ts";

import { uploadExpired, versionRefused } from "../contract.ts";
import { clockStates, unfinishedStates, type VersionState } from "../rules.ts";
import { noteArrival } from "./arrival.ts";
import { retireVideo } from "./job-definitions.ts";
import {
  changeVersion,
  forgetVersion,
  newestIn,
  versionOfVideo,
  type VersionRow,
  versionsIn,
} from "./store.ts";
import { dropUploadOfFormerEditor, dropUploadOfLeaver } from "./uploading.ts";
import { expire, openReview, stopClock } from "./window.ts";

/** How long the whole video stays after its publish (decisions, "A task's life"). */
const keepPublished = 7 * day;

/** How versions follow their videos and their task. `windowSeconds` is the length of a review window. */
export function reviewEventHandlers(parts: { windowSeconds: number }): EventHandler[] {
  return [
    on(videoChanging, async (ctx, { videoId }) => {
      const version = await versionOfVideo(ctx.tx, videoId);
      if (version) await lockTask(ctx, version.taskId);
    }),
    on(videoReceived, async (ctx, { videoId }) => {
      const version = await arriving(ctx, videoId);
      if (!version) return;
      await changeVersion(ctx.tx, version, { state: "preparing" });
      await noteArrival(ctx, version.taskId);
    }),
    on(uploadEnded, async (ctx, { videoId }) => {
      const version = await arriving(ctx, videoId);
      if (!version) return;
      await forgetVersion(ctx.tx, version);
      await noteArrival(ctx, version.taskId);
      // Nobody has cancelled it.
      if (!ctx.actor) {
        await ctx.emit(uploadExpired, { taskId: version.taskId, version: version.number });
      }
    }),
    on(videoReady, async (ctx, { videoId }) => {
      const version = await arriving(ctx, videoId);
      if (version) await openReview(ctx, version, parts.windowSeconds);
    }),
    on(videoRefused, async (ctx, { videoId, reason }) => refuse(ctx, videoId, reason)),
    on(videoLost, async (ctx, { videoId, reason }) => lose(ctx, videoId, reason)),
    on(videoMoved, async (ctx, { videoId, part }) => {
      const version = await versionOfVideo(ctx.tx, videoId);
      if (!version) return;
      const task = await lockTask(ctx, version.taskId);
      ctx.notifyClients([task.creatorId], videoChanged, { videoId });
      if (part === "stills") notifyTaskClients(ctx, task);
    }),
    on(taskEdited, async (ctx, { taskId, formerEditorId }) => {
      if (formerEditorId !== null) await dropUploadOfFormerEditor(ctx, taskId);
    }),
    on(editorAccountDeleted, dropUploadOfLeaver),
    on(taskMoved, async (ctx, { taskId, to }) => {
      const follow = { cancelled: endAll, publishing: keepForPublishing, published: planRetirement };
      if (to === "cancelled" || to === "publishing" || to === "published") await follow[to](ctx, taskId);
    }),
  ];
}

/** The version of a video while it has not arrived yet. */
async function arriving(ctx: Context, videoId: string): Promise<VersionRow | null> {
  const version = await versionOfVideo(ctx.tx, videoId);
  return version && unfinishedStates.some((state) => state === version.state) ? version : null;
}

/** The file can't be used: the task stays where it waits for a version, or goes back there. */
async function refuse(ctx: Context, videoId: string, reason: string): Promise<void> {
  const version = await versionOfVideo(ctx.tx, videoId);
  if (!version) return;
  const { taskId, number } = version;
  const wasInReview = version.state === "in_review";
  if (!wasInReview && !unfinishedStates.some((state) => state === version.state)) return;
  if (wasInReview) return sendBack(ctx, version, reason);
  await changeVersion(ctx.tx, version, { state: "refused", refusal: reason });
  await noteArrival(ctx, taskId);
  await ctx.emit(versionRefused, { taskId, version: number, reason });
}

/**
 * The bytes of a version are gone, or not those that were sent. Where they are still needed, the editor is asked to
 * upload again.
 */
async function lose(ctx: Context, videoId: string, reason: string): Promise<void> {
  const version = await versionOfVideo(ctx.tx, videoId);
  if (!version) return;
  const { stage } = await lockTask(ctx, version.taskId);
  // The delivery says so itself where it still needs the file; afterwards the task is approved again, or published.
  if (stage === "publishing") return;
  const needed = clockStates.some((state) => state === version.state) && allows(stage, "window_over");
  if (needed) await sendBack(ctx, version, reason);
  else await deleteVideo(ctx, videoId, { keepPoster: true });
}

/** A version that was in review or approved can't be used after all: the task waits for an upload again. */
async function sendBack(ctx: Context, version: VersionRow, reason: string): Promise<void> {
  const { taskId, number, videoId } = version;
  await changeVersion(ctx.tx, version, { state: "refused", refusal: reason, reviewEndsAt: null });
  await deleteVideo(ctx, videoId);
  await noteOnTask(ctx, taskId, { version: 0, shownVideoId: null, reviewEndsAt: null });
  await noteArrival(ctx, taskId);
  await advanceTask(ctx, taskId, "window_over");
  await ctx.emit(versionRefused, { taskId, version: number, reason });
}

const withVideo: VersionState[] = [...unfinishedStates, ...clockStates, "rejected"];

/** A cancelled task keeps no video. */
async function endAll(ctx: Context, taskId: number): Promise<void> {
  for (const version of await versionsIn(ctx.tx, taskId, withVideo)) {
    if (version.state === "uploading") {
      await deleteVideo(ctx, version.videoId);
      await forgetVersion(ctx.tx, version);
    } else {
      await expire(ctx, version);
    }
  }
  await noteOnTask(ctx, taskId, { arrival: null, shownVideoId: null, reviewEndsAt: null });
}

/** A running publish can never lose its video. */
async function keepForPublishing(ctx: Context, taskId: number): Promise<void> {
  const version = await newestIn(ctx.tx, taskId, ["approved"]);
  if (version) await stopClock(ctx, version);
}

async function planRetirement(ctx: Context, taskId: number): Promise<void> {
  await ctx.enqueue(retireVideo, { taskId }, after(ctx.now, keepPublished));
}
