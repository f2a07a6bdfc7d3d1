import { useCallback, useEffect, useRef } from "react";

/** A function that stays the same between renders and calls the latest version of `run`. */
export function useStable<A extends unknown[], R>(run: (...input: A) => R): (...input: A) => R {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((...input: A) => latest.current(...input), []);
}
