import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

import { seekTo } from "#ui/player/media-commands.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

import { frameAt, middleOf, type Rate } from "../rules/frames.ts";

/**
 * Only Chromium's report of the shown picture can be trusted: Firefox says what was asked for, WebKit with GStreamer is
 * off by as many frames as the file's edit list skips.
 */
const reportsShownPicture = /chrom(?:e|ium)\//i.test(navigator.userAgent);

/**
 * The frame that is shown, counted from 0, and a step by frames. After a pause the playhead goes to the middle of the
 * shown frame: only there do all browsers agree on which frame it is.
 */
export function useFrame(media: MediaRef, rate: Rate | null, frames: number | null) {
  const shown = useRef(0);
  const last = frames === null ? Infinity : Math.max(0, frames - 1);
  const subscribe = useCallback(
    (listen: () => void) => {
      const element = media.current;
      if (!element || !rate) return () => undefined;
      let request = 0;
      const note = (frame: number) => {
        // At its very end a video still shows its last frame.
        shown.current = Math.min(frame, last);
        listen();
      };
      const present = (_now: number, picture: VideoFrameCallbackMetadata) => {
        const seconds = reportsShownPicture ? picture.mediaTime : element.currentTime;
        note(frameAt(seconds + (reportsShownPicture ? 1e-3 : 0), rate));
        request = element.requestVideoFrameCallback(present);
      };
      const seeked = () => note(frameAt(element.currentTime, rate));
      const snap = () => {
        // A step that has ended the playing is on its way already.
        if (!element.ended && !element.seeking) element.currentTime = middleOf(shown.current, rate);
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
    [media, rate, last],
  );
  const frame = useSyncExternalStore(subscribe, () => shown.current);
  const latest = useRef(rate);
  useEffect(() => {
    latest.current = rate;
  }, [rate]);
  const stepFrames = useCallback(
    (by: number) => {
      const element = media.current;
      if (!element || !latest.current) return;
      // At rest the playhead stands where the last step has sent it, also when its picture has not come yet.
      const from = element.paused
        ? Math.min(last, frameAt(element.currentTime, latest.current))
        : shown.current;
      element.pause();
      seekTo(media, middleOf(Math.min(last, Math.max(0, from + by)), latest.current));
    },
    [media, last],
  );
  return { frame, stepFrames };
}
