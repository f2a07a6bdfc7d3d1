import type { Playback } from "../contract/videos.ts";

/** Seconds between key frames up to which a step to another frame is fast: the usual 2, rounded up to frames. */
const maxKeyFrameSeconds = 2.5;

/**
 * Whether steps in a file with these facts are slow, so that its light rendition is shown meanwhile (docs/decisions/0019-renditions.md). Facts of
 * earlier versions don't have the times of key frames.
 */
export function hasSlowSteps({ video }: { video: { keyFrameSeconds?: number | undefined } }): boolean {
  return (video.keyFrameSeconds ?? 0) > maxKeyFrameSeconds;
}

/** Difference of picture and sound, in seconds, that nobody notices at the end. */
const maxUnevenEnd = 0.2;

/** A sentence about picture or sound that a recording lacks at its end, such as one whose program was killed; null for none. */
export function missingAtEnd({
  durationSeconds,
  soundSeconds,
}: Pick<Playback, "durationSeconds" | "soundSeconds">): string | null {
  if (durationSeconds === null || soundSeconds === null) return null;
  const uneven = soundSeconds - durationSeconds;
  if (Math.abs(uneven) < maxUnevenEnd) return null;
  const missing = `${Math.abs(uneven).toFixed(1)} s`;
  return `The recording ends after ${durationSeconds.toFixed(1)} s; ${
    uneven > 0 ? `${missing} of sound has no picture` : `the last ${missing} have no sound`
  }.`;
}

/** Whether browsers can play the video, even if its rendition is still being encoded. */
export function isPlayable(playback: Pick<Playback, "fileUrl" | "playlistUrl"> | null): boolean {
  return Boolean(playback?.fileUrl ?? playback?.playlistUrl);
}
