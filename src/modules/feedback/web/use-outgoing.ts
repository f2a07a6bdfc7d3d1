import { commentOutbox, type NewComment, type Outgoing } from "./comment-outbox.ts";
import { useStable } from "./use-stable.ts";

interface OutgoingOptions {
  userId: number;
  /** Receives a rejected comment that is to be edited. */
  onEdit: (entry: Outgoing) => void;
}

/** Sends new comments, and lets rejected ones be edited. */
export function useOutgoing({ userId, onEdit }: OutgoingOptions) {
  const entries = commentOutbox.useEntries();
  const send = useStable((comment: NewComment) => commentOutbox.enqueue({ ...comment, userId }));
  const editUnsent = useStable((id: string) => {
    const entry = entries.find((one) => one.id === id);
    commentOutbox.discard(id);
    if (entry) onEdit(entry);
  });
  return { send, editUnsent };
}
