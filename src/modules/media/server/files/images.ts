import sharp from "sharp";

import { mediaError } from "#modules/media/contract.ts";

/** Images with more pixels are refused before they are decoded. */
const maxPixels = 60_000_000;
/** Larger images are scaled down to this, in pixels. */
const maxEdge = 3840;
const qualities = [92, 84, 74, 60];

/** A stored image: JPEG or PNG, upright, sRGB, without metadata. */
export interface StoredImage {
  bytes: Buffer;
  type: "image/jpeg" | "image/png";
}

/**
 * Decodes and re-encodes an image, so that only pixels remain: no location, camera data or hidden payload. Keeps only the
 * first frame of an animation, because YouTube takes still thumbnails. Images with transparency, PNG and GIF stay PNG
 * where they are below `maxBytes`; others are JPEG, with a quality that meets `maxBytes` (docs/decisions/0007).
 *
 * Throws `not_an_image` for content that can't be decoded, or that stays too large.
 */
export async function reencodeImage(content: Buffer, maxBytes: number): Promise<StoredImage> {
  try {
    const source = sharp(content, { limitInputPixels: maxPixels, failOn: "error" });
    const { format, hasAlpha } = await source.metadata();
    const upright = source
      .autoOrient()
      .resize({ width: maxEdge, height: maxEdge, fit: "inside", withoutEnlargement: true });
    if (format === "png" || format === "gif" || hasAlpha) {
      const bytes = await upright.clone().png({ compressionLevel: 9 }).toBuffer();
      if (bytes.length < maxBytes) return { bytes, type: "image/png" };
    }
    for (const quality of qualities) {
      const bytes = await upright.clone().flatten({ background: "#fff" }).jpeg({ quality }).toBuffer();
      if (bytes.length < maxBytes) return { bytes, type: "image/jpeg" };
    }
  } catch {
    throw mediaError("not_an_image");
  }
  throw mediaError("not_an_image", {
    message: "This image is too detailed. Save a smaller version and try again.",
  });
}
