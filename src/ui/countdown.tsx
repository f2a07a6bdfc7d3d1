import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

import { classNames } from "./class-names.ts";
import { formatTimeLeft } from "./format.ts";

interface CountdownProps {
  until: Date;
  /** Called once when the time is up. */
  onEnd?: () => void;
  /** Shown when the time is up. */
  endText: string;
  /** Remaining seconds from which the urgent colour is used; default 30 minutes. */
  urgentFrom?: number;
  className?: string;
}

/** Ticks on whole seconds, so that all countdowns of a page change together. */
function subscribeToSeconds(until: number, listen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    const millisecondsLeft = until - Date.now();
    listen();
    if (millisecondsLeft > 0) timer = setTimeout(tick, millisecondsLeft % 1000 || 1000);
  };
  tick();
  return () => clearTimeout(timer);
}

/** The remaining time as a clock. Screen readers read it on demand only. */
export function Countdown({ until, onEnd, endText, urgentFrom = 1800, className }: CountdownProps) {
  const end = until.getTime();
  const subscribe = useCallback((listen: () => void) => subscribeToSeconds(end, listen), [end]);
  const remaining = useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((end - Date.now()) / 1000)));
  const ended = useRef(remaining === 0);
  useEffect(() => {
    if (remaining === 0 && !ended.current) onEnd?.();
    ended.current = remaining === 0;
  }, [remaining, onEnd]);
  return (
    <time
      role="timer"
      dateTime={until.toISOString()}
      className={classNames(
        "numerals text-sm whitespace-nowrap",
        remaining > urgentFrom ? "text-amber" : "text-tally",
        className,
      )}
    >
      {remaining > 0 ? formatTimeLeft(remaining) : endText}
    </time>
  );
}
