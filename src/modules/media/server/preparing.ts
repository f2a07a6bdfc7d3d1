import type { Context } from "#core/server/context.ts";

import { videoChanged, videoLost, videoMoved, videoReady, videoRefused } from "../contract.ts";
import { holdVideo } from "./hold-video.ts";
import { hashOriginal, removeVideo } from "./job-definitions.ts";
import { changeVideo, type NewVideo } from "./store/videos.ts";
import type { Video } from "./tables.ts";

/** Runs after which a video is refused: whatever ends them is in the file. */
const mostAttempts = 6;

type Facts = Partial<
  Pick<
    NewVideo,
    | "facts"
    | "plays"
    | "prepared"
    | "renditionDone"
    | "sharpDone"
    | "lightDone"
    | "posterDone"
    | "stillsDone"
    | "attempts"
  >
>;

/**
 * Counts a run of preparation on a living video that is `waiting` for it; null, and nothing is counted, when there is
 * nothing to do. A video whose runs were ended again and again, by whatever, is refused here.
 */
export async function beginAttempt(
  ctx: Context,
  videoId: string,
  waiting: (video: Video) => boolean,
): Promise<Video | null> {
  const video = await holdVideo(ctx, videoId, ["preparing", "ready"]);
  if (!video || !waiting(video)) return null;
  if (video.attempts >= mostAttempts) {
    await refuse(ctx, video, "This video could not be prepared, in spite of several tries. Export it anew.");
    return null;
  }
  await changeVideo(ctx.tx, videoId, { attempts: video.attempts + 1 });
  return video;
}

const unpreparedReason =
  "The server could not prepare this video, in spite of several tries. Please upload it again.";

/**
 * Counts, as a run, that the queue has lost work on a video that the caller holds: true where it is to be asked for again.
 * A video that this happens to again and again, for whatever reason, is taken for lost: nobody waits for it for ever.
 */
export async function countLoss(ctx: Context, video: Video): Promise<boolean> {
  // What can be watched stays when its rooms want it all the same; they have been told.
  if (video.state === "ready" && video.attempts >= mostAttempts) return false;
  await changeVideo(ctx.tx, video.id, { attempts: video.attempts + 1 });
  if (video.attempts + 1 < mostAttempts) return true;
  await loseVideo(ctx, video, unpreparedReason);
  return false;
}

/** The video can be watched from now on; does nothing when it can already, or was deleted meanwhile. */
export async function makeReady(ctx: Context, videoId: string, facts: Facts): Promise<boolean> {
  const video = await holdVideo(ctx, videoId, ["preparing"]);
  if (!video) return false;
  await changeVideo(ctx.tx, videoId, { ...facts, state: "ready", readyAt: ctx.now });
  await ctx.enqueue(hashOriginal, { videoId });
  await ctx.emit(videoReady, { videoId, subject: video.subject ?? "" });
  tellOwner(ctx, video);
  return true;
}

/**
 * The file can't be used. What is stored of it goes, unless it could be watched already: then the rooms that let people
 * watch it decide.
 */
export async function refuseVideo(ctx: Context, videoId: string, reason: string): Promise<void> {
  const video = await holdVideo(ctx, videoId, ["preparing", "ready"]);
  if (video) await refuse(ctx, video, reason);
}

const lostReason = "The server has lost the file of this video. Please upload it again.";

/**
 * The stored original is gone, not whole any more, or not the file that was sent. Nobody has watched a video in
 * preparation: it is refused. Of one that can be watched the rooms decide that let people watch it. The caller holds the
 * video.
 */
export async function loseVideo(ctx: Context, video: Video, reason = lostReason): Promise<void> {
  if (video.state === "preparing") return refuse(ctx, video, reason);
  await ctx.emit(videoLost, { videoId: video.id, subject: video.subject ?? "", reason });
  tellOwner(ctx, video);
}

/** Notes a step of preparation and lets players know. */
export async function moveOn(
  ctx: Context,
  video: Pick<Video, "id" | "personId" | "subject">,
  part: "share" | "rendition" | "stills",
  facts: Facts,
): Promise<boolean> {
  const held = await holdVideo(ctx, video.id, ["preparing", "ready"]);
  if (!held) return false;
  await changeVideo(ctx.tx, video.id, facts);
  await ctx.emit(videoMoved, { videoId: video.id, subject: video.subject ?? "", part });
  tellOwner(ctx, video);
  return true;
}

async function refuse(ctx: Context, video: Video, reason: string): Promise<void> {
  const { id: videoId, subject } = video;
  if (video.state === "preparing") {
    await changeVideo(ctx.tx, videoId, { state: "refused", refusal: reason, posterDone: null });
    await ctx.enqueue(removeVideo, { videoId });
  }
  await ctx.emit(videoRefused, { videoId, subject: subject ?? "", reason });
  tellOwner(ctx, video);
}

function tellOwner(ctx: Context, { id: videoId, personId }: Pick<Video, "id" | "personId">): void {
  if (personId !== null) ctx.notifyClients([personId], videoChanged, { videoId });
}
