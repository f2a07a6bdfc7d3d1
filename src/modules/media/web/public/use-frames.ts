import { useEffect, useMemo, useSyncExternalStore } from "react";

import { frameAt, frameFrom, type FrameTimes, frameMiddle } from "#modules/media/rules/frames.ts";
import { seekTo } from "#ui/player/media-commands.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

/**
 * Whether the browser reports the displayed frame correctly. Firefox reports the requested time; WebKit with GStreamer is
 * off by the number of frames that the file's edit list skips.
 */
export const reportsDisplayedFrame = /chrom(?:e|ium)\//i.test(navigator.userAgent);

/** The frames of a video element, counted from 0. */
export interface Frames {
  /** Calls `listen` when another frame is displayed; returns a function that ends this. */
  subscribe: (listen: () => void) => () => void;
  /** The displayed frame; null before the first one, while the poster is shown. */
  displayed: () => number | null;
  /** The displayed frame or, while paused, the one being sought. */
  current: () => number;
  /** Pauses and seeks to the middle of a frame, the only position that all browsers display as the same frame. */
  seek: (frame: number) => void;
  /** The time in seconds of the middle of a frame. */
  frameTime: (frame: number) => number;
  /** Pauses and steps by frames. */
  step: (by: number) => void;
  /** Another picture of this frame covers that of the video until the end of the present seek. */
  present: (frame: number) => void;
}

interface AttachedFrames extends Frames {
  attach: () => () => void;
}

/** The frames of the video in `media`. `times` is null while the rate is unknown, `frames` while they are not counted. */
export function useFrames(media: MediaRef, times: FrameTimes | null, frames: number | null): Frames {
  const control = useMemo(() => attachFrames(media, times, frames), [media, times, frames]);
  useEffect(() => control.attach(), [control]);
  return control;
}

/** The displayed frame, or null before the first one. */
export function useDisplayedFrame({ subscribe, displayed }: Frames): number | null {
  return useSyncExternalStore(subscribe, displayed);
}

function attachFrames(media: MediaRef, times: FrameTimes | null, frames: number | null): AttachedFrames {
  const last = frames === null ? Infinity : Math.max(0, frames - 1);
  const listeners = new Set<() => void>();
  let displayed: number | null = null;
  let isCovered = false;
  const update = (frame: number | null) => {
    // At its end a video still displays its last frame.
    const next = frame === null ? null : Math.min(frame, last);
    if (next === displayed) return;
    displayed = next;
    for (const listen of listeners) listen();
  };
  const clamp = (frame: number) => Math.min(last, Math.max(0, frame));
  const current = () => {
    const element = media.current;
    if (!element || !times) return 0;
    // While paused, the playhead is where the last step has moved it, even before that frame is displayed.
    if (element.paused || displayed === null) return clamp(frameAt(element.currentTime, times));
    return displayed;
  };
  const seek = (frame: number) => {
    const element = media.current;
    if (!element || !times) return;
    element.pause();
    const seconds = frameMiddle(clamp(frame), times);
    // Before the metadata is loaded, the element keeps this as the position to start at.
    if (element.readyState === 0) element.currentTime = seconds;
    else seekTo(media, seconds);
  };
  const attach = () => {
    const element = media.current;
    if (!element || !times) return () => undefined;
    let request = 0;
    const present = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      if (!isCovered)
        update(reportsDisplayedFrame ? frameFrom(mediaTime, times) : frameAt(element.currentTime, times));
      request = element.requestVideoFrameCallback(present);
    };
    const seeked = () => {
      isCovered &&= element.seeking;
      if (!isCovered) update(frameAt(element.currentTime, times));
    };
    const empty = () => {
      isCovered = false;
      update(null);
    };
    const snap = () => {
      // A step by frames pauses and seeks by itself.
      if (!element.ended && !element.seeking && displayed !== null) {
        element.currentTime = frameMiddle(displayed, times);
      }
    };
    request = element.requestVideoFrameCallback(present);
    element.addEventListener("seeked", seeked);
    element.addEventListener("pause", snap);
    element.addEventListener("emptied", empty);
    return () => {
      element.cancelVideoFrameCallback(request);
      element.removeEventListener("seeked", seeked);
      element.removeEventListener("pause", snap);
      element.removeEventListener("emptied", empty);
    };
  };
  return {
    attach,
    current,
    seek,
    frameTime: (frame) => (times ? frameMiddle(clamp(frame), times) : 0),
    step: (by) => seek(current() + by),
    displayed: () => displayed,
    present: (frame) => {
      isCovered = true;
      update(frame);
    },
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}
