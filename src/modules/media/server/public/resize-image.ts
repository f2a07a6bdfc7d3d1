import { createQueue } from "#core/server/queue.ts";

import { createDecoder } from "../images/decoder.ts";
import { imageOrError } from "../images/images.ts";
import type { StoredImage } from "../images/messages.ts";

/** Stored images are small and do not wait for uploaded ones. */
const queue = createQueue({ concurrency: 1, perOwner: 64, total: 64 });
const decode = createDecoder();

/**
 * Scales a stored image down to a width, or to cover width and height, in pixels, as WebP. Never enlarges. Throws
 * `images_busy` while too many are waiting.
 */
export async function resizeImage(
  content: Buffer,
  size: { width: number; height: number | null },
): Promise<StoredImage> {
  return imageOrError(queue.run("all", () => decode({ kind: "resize", content, ...size })));
}
