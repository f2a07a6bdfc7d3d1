import { second } from "../time.ts";

/** Maximum gap between two checks of an awake page, in milliseconds; a busy page can delay its timers. */
const maxGap = 5 * second;
/** The same for a hidden page, whose timers browsers throttle to one per minute. */
const maxHiddenGap = 70 * second;

/** Returns a function to call about once a second; it returns true if the computer has slept since the last call. */
export function createSleepDetector(now: () => number): (isHidden: boolean) => boolean {
  let before = { at: now(), isHidden: false };
  return (isHidden) => {
    const at = now();
    const limit = isHidden || before.isHidden ? maxHiddenGap : maxGap;
    const hasSlept = at - before.at > limit;
    before = { at, isHidden };
    return hasSlept;
  };
}
