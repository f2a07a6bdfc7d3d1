import { and, eq } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { conversationMembers, type ConversationRow, conversations, type MemberRow } from "./tables.ts";

function ofPair(one: number, two: number) {
  return and(eq(conversations.lowerId, Math.min(one, two)), eq(conversations.higherId, Math.max(one, two)));
}

export async function findConversation(
  tx: Reading,
  one: number,
  two: number,
): Promise<ConversationRow | null> {
  const [row] = await tx.select().from(conversations).where(ofPair(one, two));
  return row ?? null;
}

/** The conversation of two users, locked until the end of the transaction. */
export async function lockConversation(
  tx: Transaction,
  one: number,
  two: number,
): Promise<ConversationRow | null> {
  const [row] = await tx.select().from(conversations).where(ofPair(one, two)).for("update");
  return row ?? null;
}

/** Like `lockConversation`; creates the conversation if it doesn't exist. */
export async function lockOrCreateConversation(
  tx: Transaction,
  [one, two]: readonly [number, number],
  now: Date,
): Promise<ConversationRow> {
  const existing = await lockConversation(tx, one, two);
  if (existing) return existing;
  const [created] = await tx
    .insert(conversations)
    .values({ lowerId: Math.min(one, two), higherId: Math.max(one, two), createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (created) {
    const { id: conversationId } = created;
    await tx.insert(conversationMembers).values([
      { conversationId, personId: one, otherId: two },
      { conversationId, personId: two, otherId: one },
    ]);
  }
  const row = created ?? (await lockConversation(tx, one, two));
  if (!row) throw new Error("The conversation was not created.");
  return row;
}

export async function changeConversation(
  tx: Transaction,
  id: number,
  change: Partial<Pick<ConversationRow, "acceptedAt" | "startedBy">>,
): Promise<ConversationRow> {
  const [row] = await tx.update(conversations).set(change).where(eq(conversations.id, id)).returning();
  if (!row) throw new Error(`There is no conversation ${id}.`);
  return row;
}

/** The reader's side of a conversation and that of the other user. */
export interface Members {
  own: MemberRow;
  other: MemberRow;
}

export async function membersOf(tx: Reading, conversationId: number, personId: number): Promise<Members> {
  const rows = await tx
    .select()
    .from(conversationMembers)
    .where(eq(conversationMembers.conversationId, conversationId));
  const own = rows.find((row) => row.personId === personId);
  const other = rows.find((row) => row.personId !== personId);
  if (!own || !other) throw new Error(`Conversation ${conversationId} has no member ${personId}.`);
  return { own, other };
}
