import { and, eq, getTableColumns, sql } from "drizzle-orm";

import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import {
  conversationMembers,
  type ConversationRow,
  conversations,
  type MemberRow,
} from "#modules/messages/server/tables.ts";
import { blocks } from "#modules/people/server/tables.ts";

/** Condition of prepared statements for the conversation of `orderedPair`. */
export const isOfPair = and(
  eq(conversations.lowerId, sql.placeholder("lowerId")),
  eq(conversations.higherId, sql.placeholder("higherId")),
);

export function orderedPair(one: number, two: number) {
  return { lowerId: Math.min(one, two), higherId: Math.max(one, two) };
}

const conversationOfPair = prepared("conversation", (db) => db.select().from(conversations).where(isOfPair));
const conversationLock = prepared("lock_conversation", (db) =>
  db.select().from(conversations).where(isOfPair).for("update"),
);

export async function findConversation(
  tx: Reading,
  one: number,
  two: number,
): Promise<ConversationRow | null> {
  const [row] = await conversationOfPair(tx).execute(orderedPair(one, two));
  return row ?? null;
}

/** The conversation of two users, locked until the end of the transaction. */
export async function lockConversation(
  tx: Transaction,
  one: number,
  two: number,
): Promise<ConversationRow | null> {
  const [row] = await conversationLock(tx).execute(orderedPair(one, two));
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
    .values({ ...orderedPair(one, two), createdAt: now })
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
  own: Member;
  other: Member;
}

export type Member = MemberRow & {
  /** Whether the user has blocked the other one. */
  blocked: boolean;
};

/** Whether a member has blocked the other one, for a left join with `blocks`. */
export const blockOfMember = and(
  eq(blocks.blockerId, conversationMembers.personId),
  eq(blocks.blockedId, conversationMembers.otherId),
);
export const isBlocked = sql<boolean>`${blocks.id} is not null`;

const membersOfPair = prepared("conversation_members", (db) =>
  db
    .select({ ...getTableColumns(conversationMembers), blocked: isBlocked })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .leftJoin(blocks, blockOfMember)
    .where(isOfPair),
);

/** The members of the conversation of two users, or null if there is none. */
export async function findMembers(tx: Reading, personId: number, otherId: number): Promise<Members | null> {
  const rows = await membersOfPair(tx).execute(orderedPair(personId, otherId));
  const member = rows.find((row) => row.personId === personId);
  const other = rows.find((row) => row.personId === otherId);
  return member && other ? { own: member, other } : null;
}
