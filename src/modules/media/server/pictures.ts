import sharp from "sharp";

import { mediaError } from "../contract.ts";

/** Pictures with more pixels are refused before they are unpacked. */
const mostPixels = 60_000_000;
/** No picture of Reelay is shown larger than this, in pixels. */
const longestEdge = 3840;
const qualities = [92, 84, 74, 60];

/** A picture as Reelay keeps it: JPEG or PNG, upright, sRGB, without metadata. */
export interface Picture {
  bytes: Buffer;
  type: "image/jpeg" | "image/png";
}

/**
 * Unpacks a picture and packs it anew, so that nothing but pixels is kept: no position, no camera, no hidden payload.
 * Of an animation the first frame stays, for the platform takes still thumbnails only. See-through pictures and
 * graphics stay PNG where they fit; `maxBytes` is kept by lowering the quality.
 *
 * Throws `not_an_image` for anything that can't be unpacked.
 */
export async function repackPicture(content: Buffer, maxBytes: number): Promise<Picture> {
  try {
    const source = sharp(content, { limitInputPixels: mostPixels, failOn: "error" });
    const { format, hasAlpha } = await source.metadata();
    const upright = source
      .autoOrient()
      .resize({ width: longestEdge, height: longestEdge, fit: "inside", withoutEnlargement: true });
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
    message: "That image is too detailed. Save it smaller and try again.",
  });
}
