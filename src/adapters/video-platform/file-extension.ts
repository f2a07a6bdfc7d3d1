const extensions = new Map([
  ["video/quicktime", ".mov"],
  ["video/webm", ".webm"],
  ["video/x-matroska", ".mkv"],
]);

/** The extension of a video file by its media type, with a dot; `.mp4` for any other. */
export function fileExtension(type: string): string {
  return extensions.get(type) ?? ".mp4";
}
