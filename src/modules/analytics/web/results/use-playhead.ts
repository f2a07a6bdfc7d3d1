import { useState } from "react";

import { seekTo } from "#ui/player/media-commands.ts";
import { type MediaRef, useMediaState, useMediaTime } from "#ui/player/media-state.ts";

export interface PlayheadState {
  /** The position of the playhead in seconds from the first frame: that of the pointer while the video doesn't play. */
  seconds: number;
  /** The position of the pointer, else that of the playhead: values are shown for it. */
  cursor: number;
  /** The position of the pointer on the timeline. */
  pointed: number | null;
  playing: boolean;
  point: (seconds: number | null) => void;
  /** Moves the playhead, and the video if there is one. */
  move: (seconds: number) => void;
}

/** The playhead over all lanes of the timeline. Without a video in `media`, it is only moved. */
export function usePlayhead(media: MediaRef, duration: number, startSeconds: number): PlayheadState {
  const { playing, started } = useMediaState(media);
  const time = useMediaTime(media);
  const [chosen, setChosen] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const clamp = (seconds: number) => Math.min(duration, Math.max(0, seconds));
  // A video that is not played yet may still be loading, and be at another position than the chosen one.
  const current = clamp(started || playing ? time - startSeconds : (chosen ?? 0));
  return {
    seconds: playing ? current : (pointed ?? current),
    cursor: pointed ?? current,
    pointed,
    playing,
    point: (seconds) => setPointed(seconds === null ? null : clamp(seconds)),
    move: (to) => {
      const seconds = clamp(to);
      setChosen(seconds);
      // Where the pointer rests doesn't count until it moves again.
      setPointed(null);
      seekMedia(media, seconds + startSeconds);
    },
  };
}

function seekMedia(media: MediaRef, seconds: number): void {
  const element = media.current;
  // Before the metadata is loaded, the element keeps this as the position to start at.
  if (element?.readyState === 0) element.currentTime = seconds;
  else seekTo(media, seconds);
}
