import { useEffect } from "react";

import type { MediaRef } from "#ui/player/media-state.ts";

/** Feeds a playlist that still grows into the element; `hls.js` is loaded only then. Null feeds nothing. */
export function usePlaylist(media: MediaRef, playlistUrl: string | null, onFailed: () => void): void {
  useEffect(() => {
    if (!playlistUrl) return;
    let over = false;
    let stop = () => {
      over = true;
    };
    const feed = async () => {
      const { default: Hls } = await import("hls.js/light");
      const element = media.current;
      if (over || !element) return;
      if (!Hls.isSupported()) {
        element.setAttribute("src", playlistUrl);
        return;
      }
      const hls = new Hls({ startPosition: 0, enableWorker: false });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) onFailed();
      });
      hls.loadSource(playlistUrl);
      hls.attachMedia(element);
      stop = () => hls.destroy();
    };
    void feed();
    return () => stop();
  }, [media, playlistUrl, onFailed]);
}
