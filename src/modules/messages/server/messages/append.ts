import { eq, sql } from "drizzle-orm";

import { prepared, together, type Transaction } from "#core/server/database.ts";

import {
  conversationMembers,
  type ConversationRow,
  conversations,
  type MessageRow,
  messages,
} from "../tables.ts";

type NewMessage = Pick<
  MessageRow,
  "id" | "senderId" | "text" | "imageFileIds" | "event" | "taskId" | "version" | "sentAt"
>;

const advancedConversation = prepared("advance_conversation", (db: Transaction) =>
  db
    .update(conversations)
    .set({ lastSequence: sql`${sql.placeholder("sequence")}`, lastChange: sql`${sql.placeholder("change")}` })
    .where(eq(conversations.id, sql.placeholder("id"))),
);
const insertedMessage = prepared("insert_message", (db: Transaction) =>
  db
    .insert(messages)
    .values({
      conversationId: sql.placeholder("conversationId"),
      sequence: sql.placeholder("sequence"),
      id: sql.placeholder("id"),
      change: sql.placeholder("change"),
      senderId: sql.placeholder("senderId"),
      text: sql.placeholder("text"),
      imageFileIds: sql.placeholder("imageFileIds"),
      event: sql.placeholder("event"),
      taskId: sql.placeholder("taskId"),
      version: sql.placeholder("version"),
      sentAt: sql.placeholder("sentAt"),
    })
    .returning(),
);
const countedUnread = prepared("count_unread", (db: Transaction) => {
  const { conversationId, personId, unread } = conversationMembers;
  const senderId = sql`${sql.placeholder("senderId")}::bigint`;
  const added = sql`case when coalesce(${senderId}, ${personId}) = ${personId} then 0 else 1 end`;
  return db
    .update(conversationMembers)
    .set({ lastMessageAt: sql`${sql.placeholder("sentAt")}`, unread: sql`${unread} + ${added}` })
    .where(eq(conversationId, sql.placeholder("conversationId")));
});

/** Appends a message to a locked conversation, with the next sequence, and counts it as unread for its recipient. */
export async function appendMessage(
  tx: Transaction,
  { id: conversationId, lastSequence, lastChange }: ConversationRow,
  message: NewMessage,
): Promise<MessageRow> {
  const next = { sequence: lastSequence + 1, change: lastChange + 1 };
  const { senderId, sentAt } = message;
  const [[row]] = await together([
    insertedMessage(tx).execute({ ...message, ...next, conversationId }),
    advancedConversation(tx).execute({ ...next, id: conversationId }),
    countedUnread(tx).execute({ conversationId, senderId, sentAt: sentAt.toISOString() }),
  ]);
  if (!row) throw new Error("The message was not stored.");
  return row;
}
