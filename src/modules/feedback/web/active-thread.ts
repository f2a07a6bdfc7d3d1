import { useEffect, useMemo, useSyncExternalStore } from "react";
import { createStore, type StoreApi } from "zustand";

import type { FrameStore } from "./frame-store.ts";
import { type Thread, threadAt } from "./threads.ts";

/** The id of the comment whose frame is displayed. */
export type ActiveThread = StoreApi<{ id: string | null }>;

/** Milliseconds between two updates during playback, and after the last frame of it. */
const interval = 120;
const restAfter = 300;

/**
 * Follows the playback in the list, a few times per second. During playback, comments on a single frame are active for
 * `linger` frames, otherwise they would only flash.
 */
export function useActiveThread(
  frames: FrameStore,
  threads: readonly Thread[],
  linger: number,
): ActiveThread {
  const active: ActiveThread = useMemo(() => createStore<{ id: string | null }>(() => ({ id: null })), []);
  useEffect(() => {
    let lastFrameAt = 0;
    let lastUpdateAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (lingering: number) => {
      const frame = frames.get();
      const id = frame === null ? null : (threadAt(threads, frame, lingering)?.comment.id ?? null);
      if (id !== active.getState().id) active.setState({ id });
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
    const stop = frames.subscribe(follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [frames, threads, linger, active]);
  return active;
}

export function useIsActive({ subscribe, getState }: ActiveThread, id: string): boolean {
  return useSyncExternalStore(subscribe, () => getState().id === id);
}
