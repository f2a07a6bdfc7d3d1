import { useResumedOutbox } from "#core/web/use-resumed-outbox.ts";

import { messageOutboxKey } from "../storage-keys.ts";

const outbox = {
  storageKey: messageOutboxKey,
  load: async () => (await import("../messages/outbox.ts")).messageOutbox,
};

/** Sends the messages that the user wrote before the page was loaded again. */
export function useResumedMessages(userId: number): void {
  useResumedOutbox(outbox, userId);
}
