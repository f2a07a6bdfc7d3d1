import { second } from "#core/time.ts";

/** Signals that a participant sends in a second; the server accepts a few more. */
const perSecond = 8;

/** Counts signals: `take` is false for one that would be too many, and is lost. */
export function createSignalBudget(): { take: () => boolean } {
  let times: number[] = [];
  return {
    take: () => {
      const now = performance.now();
      times = times.filter((time) => now - time < second);
      if (times.length >= perSecond) return false;
      times.push(now);
      return true;
    },
  };
}
