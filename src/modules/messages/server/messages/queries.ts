import { and, asc, desc, eq, getTableColumns, gt, ilike, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";
import { isShortSearch, newestSearched } from "#modules/messages/rules/messages.ts";
import { blocks } from "#modules/people/server/tables.ts";

import { blockOfMember, isBlocked, isOfPair, type Member, orderedPair } from "../conversations/queries.ts";
import {
  conversationMembers,
  type ConversationRow,
  conversations,
  type MemberRow,
  type MessageRow,
  messages,
} from "../tables.ts";

const messageOfPair = prepared("message", (db) =>
  db
    .select(getTableColumns(messages))
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(isOfPair, eq(messages.id, sql.placeholder("id")))),
);

/** The message with this id in the conversation of two users, or null. */
export async function findMessage(
  tx: Reading,
  [one, two]: readonly [number, number],
  id: string,
): Promise<MessageRow | null> {
  const [row] = await messageOfPair(tx).execute({ ...orderedPair(one, two), id });
  return row ?? null;
}

/** Changes a message of a locked conversation and gives it the next change number. */
export async function changeMessage(
  tx: Transaction,
  { conversationId, sequence }: Pick<MessageRow, "conversationId" | "sequence">,
  changed: Partial<Pick<MessageRow, "text" | "imageFileIds" | "editedAt" | "deletedAt">>,
): Promise<MessageRow> {
  const [next] = await tx
    .update(conversations)
    .set({ lastChange: sql`${conversations.lastChange} + 1` })
    .where(eq(conversations.id, conversationId))
    .returning({ change: conversations.lastChange });
  const [row] = await tx
    .update(messages)
    .set({ ...changed, ...next })
    .where(and(eq(messages.conversationId, conversationId), eq(messages.sequence, sequence)))
    .returning();
  if (!row) throw new Error("The message was not changed.");
  return row;
}

/**
 * Sets up to where a user has read, never backwards, and counts their unread messages again. The conversation must be
 * locked, so that no message is sent in between.
 */
export async function setRead(
  tx: Transaction,
  { conversationId, personId, otherId }: Pick<MemberRow, "conversationId" | "personId" | "otherId">,
  readSequence: number,
): Promise<void> {
  const [counted] = await tx
    .select({ unread: sql<number>`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gt(messages.sequence, readSequence),
        eq(messages.senderId, otherId),
        isNull(messages.deletedAt),
      ),
    );
  await changeMember(tx, { conversationId, personId }, { readSequence, unread: counted?.unread ?? 0 });
}

export async function changeMember(
  tx: Transaction,
  { conversationId, personId }: Pick<MemberRow, "conversationId" | "personId">,
  change: Partial<Pick<MemberRow, "readSequence" | "shownSequence" | "unread">>,
): Promise<void> {
  await tx
    .update(conversationMembers)
    .set(change)
    .where(
      and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.personId, personId)),
    );
}

export interface HistoryPage {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/**
 * The messages next to a sequence, the nearest first: those before it, otherwise those after it, otherwise the newest ones.
 */
export async function findHistory(
  tx: Reading,
  conversationId: number,
  { before, after, limit }: HistoryPage,
): Promise<MessageRow[]> {
  if (before === undefined && after !== undefined) {
    return tx
      .select()
      .from(messages)
      .where(and(eq(messages.conversationId, conversationId), gt(messages.sequence, after)))
      .orderBy(asc(messages.sequence))
      .limit(limit);
  }
  const older = before === undefined ? undefined : lt(messages.sequence, before);
  return tx
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), older))
    .orderBy(desc(messages.sequence))
    .limit(limit);
}

/** Messages changed after a change number, in the order of the changes. */
export async function findChanges(
  tx: Reading,
  conversationId: number,
  { after, limit }: { after: number; limit: number },
): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), gt(messages.change, after)))
    .orderBy(asc(messages.change))
    .limit(limit);
}

const others = alias(conversationMembers, "others");

export interface ListedConversation {
  conversation: ConversationRow;
  own: Member;
  other: MemberRow;
  last: MessageRow | null;
}

/** A user's conversations, the last active first. `last` is the last one of the previous page. */
export async function findConversations(
  tx: Reading,
  query: { personId: number; last: { at: Date; id: number } | null; limit: number },
): Promise<ListedConversation[]> {
  const ownMembers = conversationMembers;
  const { last } = query;
  const older =
    last &&
    sql`(${ownMembers.lastMessageAt}, ${ownMembers.conversationId}) < (${last.at.toISOString()}::timestamptz, ${last.id})`;
  return tx
    .select({
      conversation: conversations,
      own: { ...getTableColumns(ownMembers), blocked: isBlocked },
      other: others,
      last: messages,
    })
    .from(ownMembers)
    .innerJoin(conversations, eq(conversations.id, ownMembers.conversationId))
    .innerJoin(
      others,
      and(eq(others.conversationId, ownMembers.conversationId), ne(others.personId, ownMembers.personId)),
    )
    .leftJoin(blocks, blockOfMember)
    .leftJoin(
      messages,
      and(eq(messages.conversationId, conversations.id), eq(messages.sequence, conversations.lastSequence)),
    )
    .where(
      and(eq(ownMembers.personId, query.personId), isNotNull(ownMembers.lastMessageAt), older ?? undefined),
    )
    .orderBy(desc(ownMembers.lastMessageAt), desc(ownMembers.conversationId))
    .limit(query.limit);
}

export async function sumUnread(tx: Reading, personId: number): Promise<number> {
  const { unread } = conversationMembers;
  const [row] = await tx
    .select({ unread: sql<number>`coalesce(sum(${unread}), 0)::int` })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.personId, personId), gt(unread, 0)));
  return row?.unread ?? 0;
}

/** Messages of a user's conversations that contain a text, newest first. Short texts are found in the newest messages only. */
export async function searchMessages(
  tx: Reading,
  query: { personId: number; text: string; limit: number },
): Promise<{ message: MessageRow; otherId: number }[]> {
  const { conversationId, sequence, sentAt, text, deletedAt } = messages;
  const lastSequence = sql`(select ${conversations.lastSequence} from ${conversations}
    where ${conversations.id} = ${conversationMembers.conversationId})`;
  // Apart for each conversation, so that a frequent text is read from its end and a rare one by the index of the texts.
  const newest = tx
    .select({ conversationId, sequence, sentAt })
    .from(messages)
    .where(
      and(
        eq(conversationId, conversationMembers.conversationId),
        ilike(text, containing(query.text)),
        isShortSearch(query.text) ? gt(sequence, sql`${lastSequence} - ${newestSearched}`) : undefined,
        isNull(deletedAt),
      ),
    )
    .orderBy(desc(sequence))
    .limit(query.limit)
    .as("newest");
  const page = tx
    .select({ ...getTableColumns(conversationMembers), sequence: newest.sequence })
    .from(conversationMembers)
    .crossJoinLateral(newest)
    .where(eq(conversationMembers.personId, query.personId))
    .orderBy(desc(newest.sentAt), desc(newest.sequence))
    .limit(query.limit)
    .as("page");
  return tx
    .select({ message: messages, otherId: page.otherId })
    .from(page)
    .innerJoin(messages, and(eq(conversationId, page.conversationId), eq(sequence, page.sequence)))
    .orderBy(desc(sentAt), desc(sequence));
}

/** Whether a message in a conversation of the user has this image. */
export async function hasImage(
  tx: Reading,
  image: { conversationId: number; personId: number; fileId: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ found: sql`1` })
    .from(messages)
    .innerJoin(conversationMembers, eq(conversationMembers.conversationId, messages.conversationId))
    .where(
      and(
        eq(messages.conversationId, image.conversationId),
        eq(conversationMembers.personId, image.personId),
        sql`cardinality(${messages.imageFileIds}) > 0`,
        sql`${image.fileId} = any(${messages.imageFileIds})`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Messages that a user has sent in a conversation after a sequence, oldest first. */
export async function findSent(
  tx: Reading,
  query: { conversationId: number; personId: number; after: number; limit: number },
) {
  const { text, imageFileIds, sentAt, editedAt, senderId, conversationId, sequence, deletedAt } = messages;
  const bySender = and(eq(senderId, query.personId), isNull(deletedAt));
  return tx
    .select({ sequence, text, imageFileIds, sentAt, editedAt })
    .from(messages)
    .where(and(eq(conversationId, query.conversationId), gt(sequence, query.after), bySender))
    .orderBy(asc(sequence))
    .limit(query.limit);
}
export type SentMessage = Awaited<ReturnType<typeof findSent>>[number];

/** The users with whom a user has a conversation. */
export async function findCounterparts(tx: Reading, personId: number) {
  const { conversationId, otherId } = conversationMembers;
  return tx
    .select({ conversationId, otherId })
    .from(conversationMembers)
    .where(eq(conversationMembers.personId, personId))
    .orderBy(asc(conversationId));
}

/** Empties all messages of a user and returns the ids of their images. */
export async function clearPersonMessages(tx: Transaction, personId: number, now: Date): Promise<string[]> {
  const withImages = await tx
    .select({ fileIds: messages.imageFileIds })
    .from(messages)
    .where(and(eq(messages.senderId, personId), sql`cardinality(${messages.imageFileIds}) > 0`));
  await tx
    .update(messages)
    .set({ text: "", imageFileIds: [], deletedAt: now })
    .where(and(eq(messages.senderId, personId), isNull(messages.deletedAt)));
  await tx.update(conversationMembers).set({ unread: 0 }).where(eq(conversationMembers.otherId, personId));
  return withImages.flatMap(({ fileIds }) => fileIds);
}
