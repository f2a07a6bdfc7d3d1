import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";

import type { Video } from "../tables.ts";
import { markLost } from "../videos/failure.ts";
import { originalKey, videoFolder } from "../videos/object-keys.ts";
import { updateVideo } from "../videos/queries.ts";
import { shareOfVideo } from "../videos/share.ts";
import { derivedFileNames, planRepair } from "./derived-files.ts";

/**
 * `intact`: nothing was missing. `lost`: the original is gone or incomplete. `rebuilding`: derived files are made again.
 * `store_empty`: nothing at all is stored, presumably because a volume is not mounted; nothing was changed.
 */
export type RepairResult = "intact" | "lost" | "rebuilding" | "store_empty";

/** Compares the stored objects of a video in preparation or ready with its row. The caller has locked the video. */
export async function repairVideo(ctx: Context, storage: ObjectStorage, video: Video): Promise<RepairResult> {
  const original = await storage.stat(originalKey(video.id));
  if (!original && (await isStoreEmpty(storage))) return "store_empty";
  if (original?.bytes !== video.bytes) {
    await markLost(ctx, video);
    return "lost";
  }
  const missing: string[] = [];
  for (const name of derivedFileNames(video)) {
    if (!(await storage.stat(`${videoFolder(video.id)}/${name}`))) missing.push(name);
  }
  const { change, jobs } = planRepair(video, missing);
  if (jobs.length === 0) return "intact";
  if (missing.length > 0) await updateVideo(ctx.tx, video.id, change);
  for (const job of jobs) await ctx.enqueue(job, { videoId: video.id }, shareOfVideo(video));
  return "rebuilding";
}

export async function isStoreEmpty(storage: ObjectStorage): Promise<boolean> {
  const { done } = await storage.list("")[Symbol.asyncIterator]().next();
  return done === true;
}
