import type { MediaRef, SoundRef } from "./media-state.ts";

/** Plays or pauses; restarts at the end. */
export function togglePlay({ current: media }: MediaRef): void {
  if (!media) return;
  // The element's state shows a rejected play (no source, autoplay policy).
  if (media.paused) void media.play().catch(() => undefined);
  else media.pause();
}

/** Seeks to a time in seconds, clamped to the duration. */
export function seekTo({ current: media }: MediaRef, seconds: number): void {
  if (!media) return;
  const end = Number.isFinite(media.duration) ? media.duration : 0;
  media.currentTime = Math.min(Math.max(0, seconds), end);
}

export function seekBy(ref: MediaRef, seconds: number): void {
  seekTo(ref, (ref.current?.currentTime ?? 0) + seconds);
}

export function toggleMute({ current: media }: SoundRef): void {
  if (media) media.muted = !media.muted;
}
