import { useEffect, useRef } from "react";

import { onWake } from "#core/web/wake-detection.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

interface Playback {
  /** Counted from the first frame. */
  seconds: number;
  playing: boolean;
  speed: number;
}

/**
 * Restores position, speed and playback when the URL changes, and reloads a video that stalls after the computer has
 * slept, because its connection may be dead. `startSeconds` is the time of the first frame in the file at `url`: the same
 * position is at different times of files that start differently.
 */
export function usePlaybackPosition(media: MediaRef, url: string | null, startSeconds: number): void {
  const last = useRef<Playback>({ seconds: 0, playing: false, speed: 1 });
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    const remember = () => {
      if (element.readyState === 0) return;
      last.current = {
        seconds: element.currentTime - startSeconds,
        playing: !element.paused,
        speed: element.playbackRate,
      };
    };
    const events = ["timeupdate", "pause", "play", "seeked", "ratechange"] as const;
    for (const event of events) element.addEventListener(event, remember);
    return () => {
      for (const event of events) element.removeEventListener(event, remember);
    };
  }, [media, startSeconds]);
  useEffect(() => {
    const element = media.current;
    if (!element || !url) return;
    const unmounted = new AbortController();
    const { signal } = unmounted;
    const restorePosition = () => restore(element, last.current, startSeconds);
    restorePosition();
    let hasSlept = false;
    let isStalled = false;
    // Only when stalled: what is already buffered plays first. A dead connection may go unnoticed for a quarter of an hour.
    const reloadIfDead = () => {
      if (!hasSlept || !isStalled) return;
      hasSlept = false;
      element.load();
      restorePosition();
    };
    const stall = () => {
      isStalled = true;
      reloadIfDead();
    };
    element.addEventListener("stalled", stall, { signal });
    for (const event of ["progress", "emptied"] as const) {
      element.addEventListener(event, () => (isStalled = false), { signal });
    }
    // A browser reports a stall only once, which may have been before it woke.
    const stopWakeDetection = onWake(() => {
      hasSlept = true;
      reloadIfDead();
    });
    return () => {
      unmounted.abort();
      stopWakeDetection();
    };
  }, [media, url, startSeconds]);
}

/** The element keeps this until its metadata is loaded. A seek in this time replaces the position. */
function restore(
  element: HTMLMediaElement,
  { seconds, playing, speed }: Playback,
  startSeconds: number,
): void {
  // At the very start there is only something to restore if the user has just pressed Play.
  if (seconds <= 0 && !playing) return;
  element.currentTime = Math.max(0, seconds + startSeconds);
  element.playbackRate = speed;
  if (playing) void element.play().catch(() => undefined);
}
