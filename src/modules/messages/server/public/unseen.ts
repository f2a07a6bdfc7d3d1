import type { Context } from "#core/server/context.ts";

import { findMembers, lockConversation } from "../conversations/queries.ts";
import { findUnseen } from "../conversations/unseen-queries.ts";
import { listBlockers } from "./messages.ts";

/** Messages of one user that the other one has not seen. */
export interface UnseenMessages {
  conversationId: number;
  /** Whether the recipient has yet to accept the conversation. */
  isRequest: boolean;
  count: number;
  /** The first of them, oldest first. */
  first: { text: string; images: number }[];
}

/**
 * The messages that `personId` has not seen from `senderId`, at most `quoted` with their text. Locks the conversation, so
 * that none is sent or seen until the transaction ends. Null without any, and if one of both users blocked the other.
 */
export async function lockUnseen(
  ctx: Context,
  { personId, senderId, quoted }: { personId: number; senderId: number; quoted: number },
): Promise<UnseenMessages | null> {
  const row = await lockConversation(ctx.tx, personId, senderId);
  const members = row && (await findMembers(ctx.tx, personId, senderId));
  if (!row || !members || listBlockers(members).length > 0) return null;
  const { readSequence, shownSequence } = members.own;
  const unseen = await findUnseen(ctx.tx, {
    conversationId: row.id,
    senderId,
    after: Math.max(readSequence, shownSequence),
    limit: quoted,
  });
  if (unseen.count === 0) return null;
  return { conversationId: row.id, isRequest: row.acceptedAt === null, ...unseen };
}
