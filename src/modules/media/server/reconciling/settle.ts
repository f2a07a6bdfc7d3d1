import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";
import { after } from "#core/time.ts";

import { holdVideo } from "../hold-video.ts";
import { removeFile, removeVideo } from "../job-definitions.ts";
import { keptKey } from "../jobs/clear-stored.ts";
import { fileKey, originalKey, videoFolder } from "../keys.ts";
import { loseVideo } from "../preparing.ts";
import { lockFile } from "../store/files.ts";
import { changeFileState } from "../store/reconciling.ts";
import { changeVideo, dropPoster, findVideo } from "../store/videos.ts";
import { isOver, type Video } from "../tables.ts";
import { expectedNames, remaking } from "./expected.ts";
import type { Suspect } from "./survey.ts";

/**
 * What has come of a suspect: nothing was wrong; objects that nobody needs go; an original, a kept poster or a file is
 * gone for good; something derived is made again; nothing at all is stored, which is
 * taken for a folder that is not mounted, so nothing was changed.
 */
export type Settled = "fine" | "orphan" | "lost" | "remade" | "away";

/** How long, in milliseconds, objects stay untouched before they count as orphans. */
export interface OrphanAges {
  /** Those whose row says that they go. */
  over: number;
  /** Those without a row. */
  unknown: number;
}

/**
 * Looks at a suspect once more, its row locked as uploads, preparation and publishing lock it, and puts it in order.
 * Bytes are removed by the jobs that every deletion uses, which ask the row again.
 */
export async function settle(
  ctx: Context,
  storage: ObjectStorage,
  suspect: Suspect,
  ages: OrphanAges,
): Promise<Settled> {
  return suspect.kind === "video"
    ? settleVideo(ctx, storage, suspect, ages)
    : settleFile(ctx, storage, suspect, ages);
}

async function settleVideo(
  ctx: Context,
  storage: ObjectStorage,
  { id, newest }: Suspect,
  ages: OrphanAges,
): Promise<Settled> {
  const video = await findVideo(ctx.tx, id);
  if (!video || isOver(video)) {
    const kept = keptKey(video);
    if (kept !== null && !(await storage.stat(kept))) await dropPoster(ctx.tx, id);
    if (!isOld(ctx, newest, video ? ages.over : ages.unknown)) return "fine";
    await ctx.enqueue(removeVideo, { videoId: id });
    return "orphan";
  }
  const held = await holdVideo(ctx, id, ["preparing", "ready"]);
  return held ? settleLiving(ctx, storage, held) : "fine";
}

/** Puts a video in order that is being prepared or can be watched. The caller holds it. */
export async function settleLiving(ctx: Context, storage: ObjectStorage, video: Video): Promise<Settled> {
  const original = await storage.stat(originalKey(video.id));
  if (!original && (await isEmpty(storage))) return "away";
  if (original?.bytes !== video.bytes) {
    await loseVideo(ctx, video);
    return "lost";
  }
  const missing: string[] = [];
  for (const name of expectedNames(video)) {
    if (!(await storage.stat(`${videoFolder(video.id)}/${name}`))) missing.push(name);
  }
  const { change, jobs } = remaking(video, missing);
  if (jobs.length === 0) return "fine";
  if (missing.length > 0) await changeVideo(ctx.tx, video.id, change);
  for (const job of jobs) await ctx.enqueue(job, { videoId: video.id });
  return "remade";
}

async function settleFile(
  ctx: Context,
  storage: ObjectStorage,
  { id, newest }: Suspect,
  ages: OrphanAges,
): Promise<Settled> {
  const file = await lockFile(ctx.tx, id);
  if (!file || file.state === "removing") {
    const old = file && newest === null ? true : isOld(ctx, newest, file ? ages.over : ages.unknown);
    if (!old) return "fine";
    await ctx.enqueue(removeFile, { fileId: id });
    return "orphan";
  }
  if (file.state === "staged") return "fine";
  const stored = (await storage.stat(fileKey(id))) !== null;
  if (stored === (file.state === "kept")) return "fine";
  if (!stored && (await isEmpty(storage))) return "away";
  await changeFileState(ctx.tx, id, stored ? "kept" : "lost");
  return stored ? "fine" : "lost";
}

async function isEmpty(storage: ObjectStorage): Promise<boolean> {
  const { done } = await storage.list("")[Symbol.asyncIterator]().next();
  return done === true;
}

function isOld(ctx: Context, newest: Date | null, age: number): boolean {
  return newest !== null && newest <= after(ctx.now, -age);
}
