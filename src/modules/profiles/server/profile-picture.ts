import { buffer } from "node:stream/consumers";

import sharp from "sharp";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import { bannerWidth, pictureEdge } from "../rules.ts";

export type PictureUse = "picture" | "banner";

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
  const image = sharp(await buffer(await storage.read(key)));
  const sized =
    use === "picture"
      ? image.resize({ width: pictureEdge, height: pictureEdge, fit: "cover", withoutEnlargement: true })
      : image.resize({ width: bannerWidth, withoutEnlargement: true });
  return sized.webp({ quality: 82 }).toBuffer();
}
