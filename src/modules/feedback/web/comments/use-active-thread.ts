import { useEffect, useState } from "react";

import { useReviewSession } from "../public/review-session.tsx";
import { type Thread, threadAt } from "./threads.ts";

/** Milliseconds between two updates during playback, and after the last frame of it. */
const interval = 120;
const restAfter = 300;

/**
 * The id of the comment whose frame is displayed, updated a few times per second during playback. Then, comments on a single frame
 * are active for `linger` frames, otherwise they would only flash.
 */
export function useActiveThread(threads: readonly Thread[], linger: number): string | null {
  const { getState, subscribe } = useReviewSession();
  const [activeId, setActiveId] = useState<string | null>(null);
  useEffect(() => {
    let lastFrameAt = 0;
    let lastUpdateAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (lingering: number) => {
      const { frame } = getState();
      setActiveId(frame === null ? null : (threadAt(threads, frame, lingering)?.comment.id ?? null));
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
  }, [getState, subscribe, threads, linger]);
  return activeId;
}
