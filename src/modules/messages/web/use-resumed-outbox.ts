import { useEffect } from "react";

import { messageOutboxKey } from "#modules/sign-in/rules/stored-user.ts";

/** Sends the messages that the user wrote before the page was loaded again. */
export function useResumedOutbox(userId: number): void {
  useEffect(() => {
    // Most users have none, and their pages don't load the outbox.
    if (localStorage.getItem(messageOutboxKey) === null) return;
    // If it can't be loaded now, the next page tries again.
    import("./outbox.ts").then(({ messageOutbox }) => messageOutbox.resume(userId)).catch(() => undefined);
  }, [userId]);
}
