import type { Pausable } from "./turns.ts";

/** Calls `onEnd` after `milliseconds` in which it was not paused. */
export function createTimeLimit(milliseconds: number, onEnd: () => void): Pausable {
  let remaining = milliseconds;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(onEnd, remaining);
  return {
    pause: () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      remaining -= performance.now() - since;
    },
    resume: () => {
      if (timer !== undefined) return;
      since = performance.now();
      timer = setTimeout(onEnd, Math.max(0, remaining));
    },
  };
}
