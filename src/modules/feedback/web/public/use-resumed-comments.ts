import { useResumedOutbox } from "#core/web/use-resumed-outbox.ts";

import { commentOutboxKey } from "../storage-keys.ts";

const outbox = {
  storageKey: commentOutboxKey,
  load: async () => (await import("../comments/comment-outbox.ts")).commentOutbox,
};

/** Sends the comments that the user wrote before the page was loaded again. */
export function useResumedComments(userId: number): void {
  useResumedOutbox(outbox, userId);
}
