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
    const left = until - Date.now();
    listen();
    if (left > 0) timer = setTimeout(tick, left % 1000 || 1000);
  };
  tick();
  return () => clearTimeout(timer);
}

/** The remaining time as a clock. Screen readers read it on demand only. */
export function Countdown({ until, onEnd, endText, urgentFrom = 1800, className }: CountdownProps) {
  const end = until.getTime();
  const subscribe = useCallback((listen: () => void) => subscribeToSeconds(end, listen), [end]);
  const left = useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((end - Date.now()) / 1000)));
  const ended = useRef(left === 0);
  useEffect(() => {
    if (left === 0 && !ended.current) onEnd?.();
    ended.current = left === 0;
  }, [left, onEnd]);
  return (
    <time
      role="timer"
      dateTime={until.toISOString()}
      className={classNames(
        "numerals text-sm whitespace-nowrap",
        left > urgentFrom ? "text-amber" : "text-tally",
        className,
      )}
    >
      {left > 0 ? formatTimeLeft(left) : endText}
    </time>
  );
}
