import { useEffect, useMemo, useRef, useState } from "react";

import type { FrameRange } from "#modules/media/rules/frames.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

import type { Frames } from "../public/use-frames.ts";

export interface Loop {
  range: FrameRange | null;
  /** Sets or clears the range. */
  change: (range: FrameRange | null) => void;
  /** Starts or ends the range at the displayed frame; the other end stays unless it would be on the wrong side. */
  start: () => void;
  end: () => void;
  clear: () => void;
}

/** Plays a range of frames again and again while one is set. `last` is the number of the video's last frame. */
export function useLoop(
  media: MediaRef,
  frames: Frames,
  last: number,
  onChange?: (range: FrameRange | null) => void,
): Loop {
  const [range, setRange] = useState<FrameRange | null>(null);
  const latest = useRef({ range, onChange });
  useEffect(() => {
    latest.current = { range, onChange };
  }, [range, onChange]);
  const { subscribe, displayed, frameTime } = frames;
  useEffect(() => {
    const element = media.current;
    if (!element || !range) return;
    const restart = () => {
      element.currentTime = frameTime(range.from);
    };
    const check = () => {
      const frame = displayed();
      if (!element.paused && frame !== null && frame > range.to) restart();
    };
    const playAgain = () => {
      restart();
      void element.play().catch(() => undefined);
    };
    const stop = subscribe(check);
    element.addEventListener("ended", playAgain);
    return () => {
      stop();
      element.removeEventListener("ended", playAgain);
    };
  }, [media, range, subscribe, displayed, frameTime]);
  const commands = useMemo(() => {
    const change = (next: FrameRange | null) => {
      setRange(next);
      latest.current.onChange?.(next);
    };
    return {
      change,
      start: () => {
        const from = frames.current();
        const to = latest.current.range?.to ?? last;
        change({ from, to: to < from ? last : to });
      },
      end: () => {
        const to = frames.current();
        const from = latest.current.range?.from ?? 0;
        change({ from: from > to ? 0 : from, to });
      },
      clear: () => change(null),
    };
  }, [frames, last]);
  return { range, ...commands };
}
