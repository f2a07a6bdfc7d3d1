import { useEffect, useRef } from "react";

import type { MediaRef } from "#ui/player/media-state.ts";

/** When another address takes the place of the one that plays, watching goes on where it was. */
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
    const { seconds, playing, speed } = last.current;
    if (!element || !address || seconds === 0) return;
    const restore = () => {
      element.currentTime = seconds;
      element.playbackRate = speed;
      if (playing) void element.play().catch(() => undefined);
    };
    element.addEventListener("loadedmetadata", restore, { once: true });
    return () => element.removeEventListener("loadedmetadata", restore);
  }, [media, address]);
}
