import { useEffect } from "react";

import { messageOutbox } from "./outbox.ts";

/** Sends the messages that the user wrote before the page was loaded again. */
export function useResumedOutbox(userId: number): void {
  useEffect(() => messageOutbox.resume(userId), [userId]);
}
