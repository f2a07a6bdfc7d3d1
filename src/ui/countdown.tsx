import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";

import { classNames } from "./class-names.ts";
import { formatClock } from "./format.ts";

interface CountdownProps {
  until: Date;
  /** Called once when the time is up while this is shown. */
  onEnd?: () => void;
  /** Written in place of the clock when the time is up. */
  endText: string;
  /** Seconds before the end from which it calls for action; half an hour unless set. */
  urgentFrom?: number;
  className?: string;
}

/** Ticks when the whole second changes, not on its own rhythm, so that several clocks on a page agree. */
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

/** The time that is left: amber, tally in the last half hour. A timer is read when asked for, never announced by itself. */
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
      {left > 0 ? `${formatClock(left)} left` : endText}
    </time>
  );
}
