import { extensionOfVideo } from "#core/video-types.ts";

import type { CaptionTrack, Thumbnail } from "./video.ts";

/** The extension of a video file by its media type, with a dot; `.mp4` for an unknown one. */
export function fileExtension(type: string): string {
  return `.${extensionOfVideo(type) ?? "mp4"}`;
}

/** The extension of a thumbnail, and that of the other type, of which there is none beside it. */
export function pictureExtensions(type: Thumbnail["type"]): [string, string] {
  return type === "image/png" ? [".png", ".jpg"] : [".jpg", ".png"];
}

/** The extension and media type of a caption file. */
export function captionFormat({ content }: CaptionTrack): [".srt" | ".vtt", string] {
  return /^\uFEFF?WEBVTT/.test(content) ? [".vtt", "text/vtt"] : [".srt", "application/x-subrip"];
}
