import { unknownType } from "#core/video-types.ts";

import type { Chunk } from "../chunk-transfer.ts";
import { requestUrl } from "../http.ts";
import { platformError } from "../platform-error.ts";
import { createResumableUploads } from "../resumable-upload.ts";
import type { Received, SessionRequest } from "../upload.ts";
import type { YouTubeClient } from "./client.ts";
import { newVideo, readVideo, videoResource } from "./video-resource.ts";

/** Every chunk but a file's last must be a multiple of this many bytes. */
export const chunkUnit = 256 * 1024;
/** Bytes of the first and the last chunk of a file. Use smaller chunks after failures. */
export const chunkBytes = 64 * 1024 * 1024;
/** Bytes of the largest chunk, for fast connections, where the wait for each response dominates. */
export const maxChunkBytes = 1024 * 1024 * 1024;
const maxFileBytes = 256 * 1024 ** 3;

const uploads = createResumableUploads<YouTubeClient>({
  isSession: ({ addresses: { uploadOrigins, upload } }, { origin, pathname }) =>
    uploadOrigins.includes(origin) && pathname.startsWith(new URL(upload).pathname),
  parseVideo: (body) => {
    const { data } = videoResource.safeParse(body);
    return data ? readVideo(data) : null;
  },
});
export const { sessionStatus } = uploads;

/** Opens a resumable upload. The platform validates the metadata here, before a byte is sent. */
export async function openSession(
  client: YouTubeClient,
  { metadata, notifySubscribers, bytes, type }: SessionRequest,
): Promise<{ sessionUri: string }> {
  if (bytes <= 0 || bytes > maxFileBytes) throw platformError("file_size", client.addresses.name);
  const { parts, resource } = newVideo(metadata);
  const url = requestUrl(client.addresses.upload, "videos", {
    uploadType: "resumable",
    part: parts.join(","),
    notifySubscribers: String(notifySubscribers),
  });
  return uploads.openSession(client, { url, bytes, type: acceptedType(type), details: resource });
}

/** The type that YouTube's upload takes: `video/*` or `application/octet-stream`. */
function acceptedType(type: string): string {
  return type.startsWith("video/") ? type : unknownType;
}

export async function sendChunk(client: YouTubeClient, chunk: Chunk): Promise<Received> {
  const { start, end, bytes } = chunk;
  if (end < bytes && (end - start) % chunkUnit !== 0) {
    throw new RangeError(`A chunk that is not the last must be a multiple of ${chunkUnit} bytes`);
  }
  return uploads.sendChunk(client, { ...chunk, type: acceptedType(chunk.type) });
}
