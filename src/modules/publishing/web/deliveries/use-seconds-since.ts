import { useEffect, useState } from "react";

/** Whole seconds since a moment of this browser's clock, in milliseconds. Renders once a second while `running`. */
export function useSecondsSince(moment: number, running: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [running]);
  return Math.max(0, Math.floor((now - moment) / 1000));
}
