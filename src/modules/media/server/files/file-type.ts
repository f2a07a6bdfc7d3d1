import { cutText } from "#core/graphemes.ts";
import { extensionOfVideo, unknownType, videoTypeOfContent } from "#core/video-types.ts";

/** The type of a file, detected from its first bytes. */
export interface FileType {
  kind: "image" | "video";
  type: string;
  extension: string;
}

const image = (type: string, extension: string): FileType => ({ kind: "image", type, extension });
const video = (type: string, extension: string): FileType => ({ kind: "video", type, extension });

/** The type by content; null for anything that is neither an image nor a video. */
export function detectFileType(head: Buffer): FileType | null {
  const ascii = (start: number, end: number) => head.toString("latin1", start, end);
  if (head.length < 12) return null;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return image("image/jpeg", "jpg");
  if (ascii(0, 8) === "\x89PNG\r\n\x1a\n") return image("image/png", "png");
  if (ascii(0, 6) === "GIF87a" || ascii(0, 6) === "GIF89a") return image("image/gif", "gif");
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP") return image("image/webp", "webp");
  const videoType = videoTypeOfContent(head);
  return videoType === null ? null : video(videoType, typeExtension(videoType));
}

const byExtension = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["mp4", "video/mp4"],
  ["m4a", "audio/mp4"],
  ["m3u8", "application/vnd.apple.mpegurl"],
  ["m4s", "video/iso.segment"],
  ["json", "application/json"],
  ["vtt", "text/vtt"],
]);

/** The media type of a derived file or an image by its extension; `application/octet-stream` for unknown ones. */
export function typeOfName(name: string): string {
  return byExtension.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase()) ?? unknownType;
}

const extensions = new Map([...byExtension].map(([extension, type]) => [type, extension]));

/** The file extension for a media type; `bin` for unknown ones. */
export function typeExtension(type: string): string {
  return extensionOfVideo(type) ?? extensions.get(type) ?? "bin";
}

/**
 * The last segment of a file's URL: letters and digits of its name, and the extension of its real type. Other
 * dots are replaced, because clients take a URL that contains ".mp4" for a video.
 */
export function urlFileName(name: string, extension: string): string {
  const stem = name.replace(/\.[^.]*$/, "").normalize("NFC");
  const words = cutText(stem.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, ""), 80);
  return `${words || "file"}.${extension}`;
}
