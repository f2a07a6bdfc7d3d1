import type { Playback } from "../contract.ts";

/** Whether browsers can play the video, even if its rendition is still being encoded. */
export function isPlayable(playback: Pick<Playback, "fileUrl" | "playlistUrl"> | null): boolean {
  return Boolean(playback?.fileUrl ?? playback?.playlistUrl);
}
