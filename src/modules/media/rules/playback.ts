import type { Playback } from "../contract.ts";

/** Seconds between key frames up to which a step to another frame is fast: the usual 2, rounded up to frames. */
const maxKeyFrameSeconds = 2.5;

/**
 * Whether steps in a file with these facts are slow, so that its light rendition is shown meanwhile (docs/decisions/0149). Facts of
 * earlier versions don't have the times of key frames.
 */
export function hasSlowSteps({ video }: { video: { keyFrameSeconds?: number | undefined } }): boolean {
  return (video.keyFrameSeconds ?? 0) > maxKeyFrameSeconds;
}

/** Whether browsers can play the video, even if its rendition is still being encoded. */
export function isPlayable(playback: Pick<Playback, "fileUrl" | "playlistUrl"> | null): boolean {
  return Boolean(playback?.fileUrl ?? playback?.playlistUrl);
}
