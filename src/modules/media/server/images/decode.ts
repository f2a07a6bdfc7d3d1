import sharp, { type Metadata } from "sharp";

import { maxImagePixels } from "#modules/media/rules/limits.ts";

import { drawSheet } from "./draw-sheet.ts";
import type { ImageProblem, ImageWork, StoredImage } from "./messages.ts";

/** Decoded bytes of an image that can't be decoded in strips. */
const maxWholeBytes = 100_000_000;
/** Larger images are scaled down to this, in pixels. */
const maxEdge = 3840;
const qualities = [92, 84, 74, 60];
/** Edges in pixels to which an image is scaled down in turn until it fits. The last is the size of a thumbnail. */
const fittingEdges = [maxEdge, 2560, 1920, 1280];

// One image at a time is decoded, and none twice. A cache and more threads would only cost memory.
sharp.cache(false);
sharp.concurrency(1);

/** The result of one piece of work, or why the image can't be used. */
export async function decode(work: ImageWork): Promise<StoredImage | ImageProblem> {
  try {
    if (work.kind === "sheet") return await drawSheet(work);
    // Reads only the header.
    if (isTooLarge(await sharp(work.content, { limitInputPixels: false }).metadata())) return "too_large";
    return await (work.kind === "reencode" ? reencode(work.content, work.maxBytes) : resize(work));
  } catch {
    return "unreadable";
  }
}

/** Interlaced and some other images are in memory as a whole while they are decoded. */
function isTooLarge({ width, height, channels, depth, format, isProgressive }: Metadata): boolean {
  if (width * height > maxImagePixels) return true;
  const inStrips = !isProgressive && (format === "png" || format === "jpeg");
  const sampleBytes = depth === "ushort" ? 2 : 1;
  return !inStrips && width * height * channels * sampleBytes > maxWholeBytes;
}

/**
 * Decodes and re-encodes an image, so that only pixels remain: no location, camera data or hidden payload. Keeps only the
 * first frame of an animation, because YouTube takes still thumbnails. Images with transparency, PNG and GIF stay PNG
 * where they are below `maxBytes`; others are JPEG, with a quality and size that meet `maxBytes` (docs/decisions/0018-images.md).
 */
async function reencode(content: Buffer, maxBytes: number): Promise<StoredImage | ImageProblem> {
  const source = sharp(content, { limitInputPixels: maxImagePixels, failOn: "error" });
  const { format, hasAlpha } = await source.metadata();
  // Decoded once for all attempts below.
  const { data, info } = await source
    .autoOrient()
    .resize({ width: maxEdge, height: maxEdge, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const upright = sharp(data, { raw: { width, height, channels } });
  if (format === "png" || format === "gif" || hasAlpha) {
    const bytes = await upright.clone().png({ compressionLevel: 9 }).toBuffer();
    if (bytes.length < maxBytes) return { bytes, type: "image/png" };
  }
  for (const edge of fittingEdges) {
    const smaller = upright
      .clone()
      .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true });
    for (const quality of qualities) {
      const bytes = await smaller.clone().flatten({ background: "#fff" }).jpeg({ quality }).toBuffer();
      if (bytes.length < maxBytes) return { bytes, type: "image/jpeg" };
    }
  }
  return "too_detailed";
}

async function resize(work: Extract<ImageWork, { kind: "resize" }>): Promise<StoredImage> {
  const { width, height } = work;
  const bytes = await sharp(work.content)
    .resize({ width, ...(height !== null && { height, fit: "cover" }), withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
  return { bytes, type: "image/webp" };
}
