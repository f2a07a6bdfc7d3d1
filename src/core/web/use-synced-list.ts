import { useEffect, useSyncExternalStore } from "react";

import { onMissed } from "./realtime-listeners.ts";
import type { SyncedList } from "./synced-list.ts";

/**
 * The changed items of a list. `first` is the change up to which its first page is complete, once it is loaded. Whenever
 * messages may have been missed, the list requests the changes.
 */
export function useSyncedList<Item>(list: SyncedList<Item>, first: number | undefined): readonly Item[] {
  useEffect(() => {
    if (first !== undefined) list.start(first);
  }, [list, first]);
  useEffect(() => onMissed(() => list.catchUp()), [list]);
  return useSyncExternalStore(list.subscribe, list.changed);
}
