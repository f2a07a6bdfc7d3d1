import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

import { seekTo } from "#ui/player/media-commands.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

import { frameAt, frameFrom, type FrameTimes, middleOf } from "../rules/frames.ts";

/**
 * Whether the browser reports the displayed frame correctly. Firefox reports the requested time; WebKit with GStreamer is
 * off by the number of frames that the file's edit list skips.
 */
const reportsDisplayedFrame = /chrom(?:e|ium)\//i.test(navigator.userAgent);

/**
 * The displayed frame, counted from 0, and a function that steps by frames. Pausing moves the playhead to the middle of
 * the frame, the only position that all browsers display as the same frame.
 */
export function useFrame(media: MediaRef, times: FrameTimes | null, frames: number | null) {
  const displayed = useRef(0);
  const last = frames === null ? Infinity : Math.max(0, frames - 1);
  const subscribe = useCallback(
    (listen: () => void) => {
      const element = media.current;
      if (!element || !times) return () => undefined;
      let request = 0;
      const update = (frame: number) => {
        // At its end a video still displays its last frame.
        displayed.current = Math.min(frame, last);
        listen();
      };
      const present = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        update(reportsDisplayedFrame ? frameFrom(mediaTime, times) : frameAt(element.currentTime, times));
        request = element.requestVideoFrameCallback(present);
      };
      const seeked = () => update(frameAt(element.currentTime, times));
      const snap = () => {
        // A step by frames pauses and seeks by itself.
        if (!element.ended && !element.seeking) element.currentTime = middleOf(displayed.current, times);
      };
      request = element.requestVideoFrameCallback(present);
      element.addEventListener("seeked", seeked);
      element.addEventListener("pause", snap);
      return () => {
        element.cancelVideoFrameCallback(request);
        element.removeEventListener("seeked", seeked);
        element.removeEventListener("pause", snap);
      };
    },
    [media, times, last],
  );
  const frame = useSyncExternalStore(subscribe, () => displayed.current);
  const latest = useRef(times);
  useEffect(() => {
    latest.current = times;
  }, [times]);
  const stepFrames = useCallback(
    (by: number) => {
      const element = media.current;
      if (!element || !latest.current) return;
      // While paused, the playhead is where the last step has moved it, even before that frame is displayed.
      const from = element.paused
        ? Math.min(last, frameAt(element.currentTime, latest.current))
        : displayed.current;
      element.pause();
      seekTo(media, middleOf(Math.min(last, Math.max(0, from + by)), latest.current));
    },
    [media, last],
  );
  return { frame, stepFrames };
}
