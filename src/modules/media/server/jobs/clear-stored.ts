import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";

import { fileKey, posterKey, videoFolder } from "../keys.ts";
import { forgetFile, lockFile } from "../store/files.ts";
import { lockVideo } from "../store/videos.ts";
import { isOver, type Video } from "../tables.ts";

interface Parts {
  run: Run;
  storage: ObjectStorage;
}

/**
 * Removes what is stored of a video, except what its row keeps: all of a living video, the poster of one that was
 * deleted with it kept. The only place that removes a video's objects; whoever asks, and however often, the row decides
 * (docs/decisions/0010).
 */
export async function clearVideo({ run, storage }: Parts, videoId: string): Promise<void> {
  const video = await run(null, (ctx) => lockVideo(ctx.tx, videoId));
  // The end of a video is final, and its row is older than its first byte: neither can change from here on.
  if (video && !isOver(video)) return;
  const kept = keptKey(video);
  if (kept === null) return storage.removeAll(videoFolder(videoId));
  const keys: string[] = [];
  for await (const { key } of storage.list(videoFolder(videoId))) if (key !== kept) keys.push(key);
  for (const key of keys) await storage.remove(key);
}

/** What stays of a video that is over. */
export function keptKey(video: Pick<Video, "id" | "posterDone"> | null): string | null {
  return video?.posterDone ? posterKey(video.id) : null;
}

/** Removes a stored file's object and then its row, unless it is one that can be read. The only place that does. */
export async function clearFile({ run, storage }: Parts, fileId: string): Promise<void> {
  const file = await run(null, (ctx) => lockFile(ctx.tx, fileId));
  if (file && file.state !== "removing") return;
  await storage.remove(fileKey(fileId));
  await run(null, (ctx) => forgetFile(ctx.tx, fileId));
}
