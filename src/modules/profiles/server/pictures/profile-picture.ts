import { buffer } from "node:stream/consumers";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import { resizeImage } from "#modules/media/server/public/resize-image.ts";
import { bannerWidth, pictureEdge, posterSize } from "#modules/profiles/rules/profiles.ts";

const sizes = {
  picture: { width: pictureEdge, height: pictureEdge },
  banner: { width: bannerWidth, height: null },
  poster: posterSize,
};
export type PictureUse = keyof typeof sizes;

/** Number of resized pictures in the cache of a process. */
const cacheSize = 200;

/** Returns a function that resizes stored images for profiles, as WebP, with a cache. */
export function createPictureResizer(storage: ObjectStorage) {
  const cache = new Map<string, Promise<Buffer>>();
  return async (fileId: string, key: string, use: PictureUse): Promise<Buffer> => {
    const name = `${use} ${fileId}`;
    const resized = cache.get(name) ?? resize(storage, key, use);
    cache.delete(name);
    cache.set(name, resized);
    const [oldest] = cache.keys();
    if (cache.size > cacheSize && oldest !== undefined) cache.delete(oldest);
    resized.catch(() => cache.delete(name));
    return resized;
  };
}

async function resize(storage: ObjectStorage, key: string, use: PictureUse): Promise<Buffer> {
  return (await resizeImage(await buffer(await storage.read(key)), sizes[use])).bytes;
}
