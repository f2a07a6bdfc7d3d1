import { useEffect } from "react";

import { resumeOutbox } from "./outbox.ts";

/** Sends the messages that the user wrote before the page was loaded again. */
export function useResumedOutbox(userId: number): void {
  useEffect(() => resumeOutbox(userId), [userId]);
}
