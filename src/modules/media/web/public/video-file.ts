import { videoExtensions, videoHeadBytes, detectVideoType } from "#core/video-types.ts";

/** For the file picker: browsers don't count all formats as `video/*`. */
export const acceptedVideos = ["video/*", ...videoExtensions.map((extension) => `.${extension}`)].join(",");

/** The media type of a file by its first bytes and its name; null if it is no video, or can't be read. */
export async function typeOfVideoFile(file: File): Promise<string | null> {
  const head = await file
    .slice(0, videoHeadBytes)
    .arrayBuffer()
    .catch(() => null);
  return head && detectVideoType({ name: file.name, type: file.type, head: new Uint8Array(head) });
}
