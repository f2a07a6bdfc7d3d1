import { buffer } from "node:stream/consumers";

import sharp from "sharp";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

import { bannerWidth, pictureEdge } from "../rules.ts";

export type PictureUse = "picture" | "banner";

/** Drawn pictures that one process keeps at hand. They can be drawn again at any time. */
const mostKept = 200;

/** Draws stored images in the size in which profiles show them, as WebP; each once while it is at hand. */
export function createPictureDrawer(storage: ObjectStorage) {
  const kept = new Map<string, Promise<Buffer>>();
  return async (fileId: string, key: string, use: PictureUse): Promise<Buffer> => {
    const name = `${use} ${fileId}`;
    const drawn = kept.get(name) ?? draw(storage, key, use);
    kept.delete(name);
    kept.set(name, drawn);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    drawn.catch(() => kept.delete(name));
    return drawn;
  };
}

async function draw(storage: ObjectStorage, key: string, use: PictureUse): Promise<Buffer> {
  const image = sharp(await buffer(await storage.read(key)));
  const sized =
    use === "picture"
      ? image.resize({ width: pictureEdge, height: pictureEdge, fit: "cover", withoutEnlargement: true })
      : image.resize({ width: bannerWidth, withoutEnlargement: true });
  return sized.webp({ quality: 82 }).toBuffer();
}
