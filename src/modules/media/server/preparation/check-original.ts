import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";

import type { Video } from "../tables.ts";
import { originalKey } from "../videos/object-keys.ts";
import { markLost } from "./failure.ts";

/**
 * `lost`: the original is gone or incomplete. `store_empty`: nothing at all is stored, presumably because a volume is not
 * mounted.
 */
type OriginalState = "stored" | "lost" | "store_empty";

/**
 * Checks that the original of a video in preparation or ready is stored completely, and marks the video as lost if it
 * isn't. The caller has locked the video.
 */
export async function checkOriginal(
  ctx: Context,
  storage: ObjectStorage,
  video: Video,
): Promise<OriginalState> {
  const original = await storage.stat(originalKey(video.id));
  if (!original && (await isStoreEmpty(storage))) return "store_empty";
  if (original?.bytes === video.bytes) return "stored";
  await markLost(ctx, video);
  return "lost";
}

export async function isStoreEmpty(storage: ObjectStorage): Promise<boolean> {
  const { done } = await storage.list("")[Symbol.asyncIterator]().next();
  return done === true;
}
