import { useEffect } from "react";

import { useReviewSession } from "./public/review-session.tsx";
import { type Thread, threadAt } from "./threads.ts";

/** Milliseconds between two updates during playback, and after the last frame of it. */
const interval = 120;
const restAfter = 300;

/**
 * Follows the playback in the list, a few times per second. During playback, comments on a single frame are active for
 * `linger` frames, otherwise they would only flash.
 */
export function useActiveThread(threads: readonly Thread[], linger: number): void {
  const { getState, setState, subscribe } = useReviewSession();
  useEffect(() => {
    let lastFrameAt = 0;
    let lastUpdateAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (lingering: number) => {
      const { frame, activeId: before } = getState();
      const activeId = frame === null ? null : (threadAt(threads, frame, lingering)?.comment.id ?? null);
      if (activeId !== before) setState({ activeId });
    };
    const follow = () => {
      const now = performance.now();
      const playing = now - lastFrameAt < restAfter;
      lastFrameAt = now;
      clearTimeout(timer);
      timer = setTimeout(() => update(0), restAfter);
      if (playing && now - lastUpdateAt < interval) return;
      lastUpdateAt = now;
      update(playing ? linger : 0);
    };
    update(0);
    const stop = subscribe(({ frame }, before) => {
      if (frame !== before.frame) follow();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [getState, setState, subscribe, threads, linger]);
}
