import type { CaptionTrack, Thumbnail } from "./video.ts";

const extensions = new Map([
  ["video/quicktime", ".mov"],
  ["video/webm", ".webm"],
  ["video/x-matroska", ".mkv"],
]);

/** The extension of a video file by its media type, with a dot; `.mp4` for any other. */
export function fileExtension(type: string): string {
  return extensions.get(type) ?? ".mp4";
}

/** The extension of a thumbnail, and that of the other type, of which there is none beside it. */
export function pictureExtensions(type: Thumbnail["type"]): [string, string] {
  return type === "image/png" ? [".png", ".jpg"] : [".jpg", ".png"];
}

/** The extension and media type of a caption file. */
export function captionFormat({ content }: CaptionTrack): [".srt" | ".vtt", string] {
  return /^\uFEFF?WEBVTT/.test(content) ? [".vtt", "text/vtt"] : [".srt", "application/x-subrip"];
}
