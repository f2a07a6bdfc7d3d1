import { useEffect, useRef } from "react";

import { onWake } from "#core/web/wake-detection.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

/**
 * When another address takes the place of the one that plays, watching goes on where it was; after a sleep too, where the
 * connection that the video came over has died meanwhile.
 */
export function useKeptPosition(media: MediaRef, address: string | null): void {
  const last = useRef({ seconds: 0, playing: false, speed: 1 });
  useEffect(() => {
    const element = media.current;
    if (!element) return;
    const remember = () => {
      if (element.readyState === 0) return;
      last.current = {
        seconds: element.currentTime,
        playing: !element.paused,
        speed: element.playbackRate,
      };
    };
    const events = ["timeupdate", "pause", "play", "seeked", "ratechange"] as const;
    for (const event of events) element.addEventListener(event, remember);
    return () => {
      for (const event of events) element.removeEventListener(event, remember);
    };
  }, [media]);
  useEffect(() => {
    const element = media.current;
    if (!element || !address) return;
    const over = new AbortController();
    const { signal } = over;
    const goOnWhereItWas = () => {
      const { seconds, playing, speed } = last.current;
      const restore = () => {
        element.currentTime = seconds;
        element.playbackRate = speed;
        if (playing) void element.play().catch(() => undefined);
      };
      // Whoever has just pressed Play is still at the start.
      if (seconds > 0 || playing) {
        element.addEventListener("loadedmetadata", restore, { once: true, signal });
      }
    };
    goOnWhereItWas();
    let hasSlept = false;
    let stands = false;
    // Its connection may be dead, and not say so for a quarter of an hour; what it had brought is watched first.
    const loadAnew = () => {
      if (!hasSlept || !stands) return;
      hasSlept = false;
      goOnWhereItWas();
      element.load();
    };
    const stall = () => {
      stands = true;
      loadAnew();
    };
    element.addEventListener("stalled", stall, { signal });
    for (const event of ["progress", "emptied"] as const) {
      element.addEventListener(event, () => (stands = false), { signal });
    }
    // A browser says only once that a video stands still: that may have been before this.
    const stopWatching = onWake(() => {
      hasSlept = true;
      loadAnew();
    });
    return () => {
      over.abort();
      stopWatching();
    };
  }, [media, address]);
}
