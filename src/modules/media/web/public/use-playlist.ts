import { useEffect, useEffectEvent } from "react";

import type { MediaRef } from "#ui/player/media-state.ts";

/** Plays a growing HLS playlist in the element, and loads `hls.js` only then. Does nothing for null. */
export function usePlaylist(media: MediaRef, playlistUrl: string | null, onFailed: () => void): void {
  const onError = useEffectEvent(onFailed);
  useEffect(() => {
    if (!playlistUrl) return;
    let stop: (() => void) | null = () => undefined;
    const play = async () => {
      const { default: Hls } = await import("hls.js/light");
      const element = media.current;
      if (!stop || !element) return;
      if (!Hls.isSupported()) {
        element.setAttribute("src", playlistUrl);
        return;
      }
      const hls = new Hls({ startPosition: 0, enableWorker: false });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) onError();
      });
      hls.loadSource(playlistUrl);
      hls.attachMedia(element);
      stop = () => hls.destroy();
    };
    play().catch(() => onError());
    return () => {
      stop?.();
      stop = null;
    };
  }, [media, playlistUrl]);
}
