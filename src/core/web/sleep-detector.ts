import { second } from "../time.ts";

/** Longer than a busy page takes between two looks that are a second apart, in milliseconds. */
const longestGap = 5 * second;
/** The same of a hidden page: browsers let its timers run once a minute. */
const longestHiddenGap = 70 * second;

/** Told again and again, about each second, whether the page is hidden; true when there was a sleep since it was told before. */
export function createSleepDetector(now: () => number): (isHidden: boolean) => boolean {
  let before = { at: now(), isHidden: false };
  return (isHidden) => {
    const at = now();
    const longest = isHidden || before.isHidden ? longestHiddenGap : longestGap;
    const hasSlept = at - before.at > longest;
    before = { at, isHidden };
    return hasSlept;
  };
}
