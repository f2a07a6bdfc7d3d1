import { useSyncExternalStore } from "react";

import { minute } from "#core/time.ts";

/** Ticks when the minute changes, so that everything on a page moves on together. */
function subscribe(listen: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const waitForNext = () => {
    timer = setTimeout(
      () => {
        listen();
        waitForNext();
      },
      minute - (Date.now() % minute),
    );
  };
  waitForNext();
  return () => clearTimeout(timer);
}

/** The moment at which the current minute began; whoever shows what depends on it is drawn anew with each. */
export function useMinute(): Date {
  const minutes = useSyncExternalStore(subscribe, () => Math.floor(Date.now() / minute));
  return new Date(minutes * minute);
}
