import { useSyncExternalStore } from "react";

import { minute } from "#core/time.ts";

/** Ticks on whole minutes, so that all texts of a page change together. */
function subscribe(listen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const scheduleNext = () => {
    timer = setTimeout(
      () => {
        listen();
        scheduleNext();
      },
      minute - (Date.now() % minute),
    );
  };
  scheduleNext();
  return () => clearTimeout(timer);
}

/** The start of the current minute; re-renders the component every minute. */
export function useCurrentMinute(): Date {
  const minutes = useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minute));
  return new Date(minutes * minute);
}
