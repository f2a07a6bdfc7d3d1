import { useEffect } from "react";

interface ResumedOutbox {
  /** The key of its entries in the local storage. */
  storageKey: string;
  load: () => Promise<{ resume: (userId: number) => void }>;
}

/** Sends what the user wrote before the page was loaded again. Keep `outbox` between renders. */
export function useResumedOutbox(outbox: ResumedOutbox, userId: number): void {
  useEffect(() => {
    // Most users have nothing unsent, and their pages don't load the outbox.
    if (localStorage.getItem(outbox.storageKey) === null) return;
    // If it can't be loaded now, the next page tries again.
    outbox
      .load()
      .then((loaded) => loaded.resume(userId))
      .catch(() => undefined);
  }, [outbox, userId]);
}
