import { createQueue } from "#core/server/queue.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import { createDecoder } from "./decoder.ts";
import type { ImageProblem, ImageWork, StoredImage } from "./messages.ts";

/** Uploaded images: one is decoded at a time. An account has at most two in the queue, one for each of two forms. */
const uploads = createQueue({ concurrency: 1, perOwner: 2, total: 32 });
const decode = createDecoder();

/**
 * Decodes and re-encodes an uploaded image of a person (docs/decisions/0018-images.md). Throws `not_an_image` for content that can't
 * be decoded, is too large, or stays above `maxBytes`, and `images_busy` while too many are waiting.
 */
export async function reencodeImage(
  personId: number,
  content: Buffer,
  maxBytes: number,
): Promise<StoredImage> {
  const work: ImageWork = { kind: "reencode", content, maxBytes };
  return imageOrError(uploads.run(`person:${personId}`, () => decode(work)));
}

/** Returns the image. Throws the error for its uploader: `not_an_image`, or `images_busy` without a result. */
export async function imageOrError(result: Promise<StoredImage | ImageProblem> | null): Promise<StoredImage> {
  if (!result) throw mediaError("images_busy", { retryAfterSeconds: 5 });
  const image = await result;
  if (typeof image !== "string") return image;
  throw image === "unreadable"
    ? mediaError("not_an_image")
    : mediaError("not_an_image", { message: problems[image] });
}

const problems = {
  too_large: "This image has too many pixels. Save a smaller version and try again.",
  too_detailed: "This image is too detailed. Save a smaller version and try again.",
};
