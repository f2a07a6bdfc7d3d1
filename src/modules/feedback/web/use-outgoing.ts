import { useEffect } from "react";

import { commentOutbox, type NewComment, type Outgoing } from "./comment-outbox.ts";
import { useStable } from "./use-stable.ts";

interface OutgoingOptions {
  userId: number;
  /** Receives a rejected comment that is to be edited. */
  onEdit: (entry: Outgoing) => void;
}

/** Sends new comments, also those that were left by an earlier visit. */
export function useOutgoing({ userId, onEdit }: OutgoingOptions) {
  const entries = commentOutbox.useEntries();
  useEffect(() => commentOutbox.resume(userId), [userId]);
  const send = useStable((comment: NewComment) => commentOutbox.enqueue({ ...comment, userId }));
  const editUnsent = useStable((id: string) => {
    const entry = entries.find((one) => one.id === id);
    commentOutbox.discard(id);
    if (entry) onEdit(entry);
  });
  return { send, editUnsent };
}
