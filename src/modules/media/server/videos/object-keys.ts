import type { Video } from "../tables.ts";

/** Whether the storyboard or the waveform of a video is stored. */
export function hasStill(
  { stillsDone, unmadeStills, facts }: Video,
  still: NonNullable<Video["unmadeStills"]>[number],
): boolean {
  const isPossible = still !== "waveform" || Boolean(facts?.audio);
  return stillsDone !== null && isPossible && !unmadeStills?.includes(still);
}

/** The folder of all objects of a video. */
export function videoFolder(videoId: string): string {
  return `videos/${videoId}`;
}

export function originalKey(videoId: string): string {
  return `${videoFolder(videoId)}/original`;
}

export function renditionFolder(videoId: string): string {
  return `${videoFolder(videoId)}/rendition`;
}

/** Objects in a rendition's folder besides its segments. */
export const playlistName = "index.m3u8";
export const renditionName = "video.mp4";
export const highResolutionName = "sharp.mp4";
export const lightName = "light.mp4";

export function posterKey(videoId: string): string {
  return `${videoFolder(videoId)}/poster.jpg`;
}

/** `file` is the name of a caption or sound track. */
export function trackKey(videoId: string, file: string): string {
  return `${videoFolder(videoId)}/${file}`;
}

export function fileKey(fileId: string): string {
  return `files/${fileId}`;
}
