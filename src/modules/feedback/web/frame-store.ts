import { useSyncExternalStore } from "react";

/** The displayed frame, outside of React, because it changes with every frame of the playback. */
export interface FrameStore {
  subscribe: (listen: () => void) => () => void;
  /** Null before the first frame is displayed. */
  get: () => number | null;
  set: (frame: number) => void;
}

export function createFrameStore(): FrameStore {
  const listeners = new Set<() => void>();
  let current: number | null = null;
  return {
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    get: () => current,
    set: (frame) => {
      if (frame === current) return;
      current = frame;
      for (const listen of listeners) listen();
    },
  };
}

/** The displayed frame; renders the component again with each frame. */
export function useFrame({ subscribe, get }: FrameStore): number | null {
  return useSyncExternalStore(subscribe, get);
}

/** Whether a frame is displayed. */
export function useIsDisplayed({ subscribe, get }: FrameStore, frame: number | null): boolean {
  return useSyncExternalStore(subscribe, () => frame !== null && get() === frame);
}
