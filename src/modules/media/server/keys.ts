/** Where a video's bytes live. Everything of one video lies below one folder, so that deleting it leaves nothing. */
export function videoFolder(videoId: string): string {
  return `videos/${videoId}`;
}

export function originalKey(videoId: string): string {
  return `${videoFolder(videoId)}/original`;
}

export function renditionFolder(videoId: string): string {
  return `${videoFolder(videoId)}/rendition`;
}

/** What lies in a rendition's folder beside its segments. */
export const playlistName = "index.m3u8";
export const renditionName = "video.mp4";
export const sharpName = "sharp.mp4";
export const lightName = "light.mp4";

export function posterKey(videoId: string): string {
  return `${videoFolder(videoId)}/poster.jpg`;
}

/** Where a small stored file lives. */
export function fileKey(fileId: string): string {
  return `files/${fileId}`;
}
