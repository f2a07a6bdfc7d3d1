import { isNull, sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

import { taskEventKinds } from "#modules/history/rules/kinds.ts";
import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const personId = (name: string) => bigint(name, { mode: "number" }).references(() => people.id);

/** One row per pair of users. Its lock orders the messages. */
export const conversations = pgTable(
  "conversations",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    lowerId: personId("lower_id").notNull(),
    higherId: personId("higher_id").notNull(),
    /** The user who sent the first message; null if a task started the conversation. */
    startedBy: personId("started_by"),
    acceptedAt: moment("accepted_at"),
    lastSequence: integer("last_sequence").notNull().default(0),
    lastChange: integer("last_change").notNull().default(0),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("conversations_pair").on(table.lowerId, table.higherId),
    check("conversations_ordered", sql`${table.lowerId} < ${table.higherId}`),
  ],
);
export type ConversationRow = typeof conversations.$inferSelect;

/** The two users of a conversation. */
export const conversationMembers = pgTable(
  "conversation_members",
  {
    conversationId: bigint("conversation_id", { mode: "number" })
      .notNull()
      .references(() => conversations.id),
    personId: personId("person_id").notNull(),
    otherId: personId("other_id").notNull(),
    /** Highest sequence that the user has read. */
    readSequence: integer("read_sequence").notNull().default(0),
    /** Highest sequence that existed while the conversation was on the user's screen, read or not. */
    shownSequence: integer("shown_sequence").notNull().default(0),
    unread: integer("unread").notNull().default(0),
    /** When the last message was sent; null before the first. */
    lastMessageAt: moment("last_message_at"),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.personId] }),
    index("conversation_members_active").on(table.personId, table.lastMessageAt, table.conversationId),
    index("conversation_members_unread")
      .on(table.personId)
      .where(sql`${table.unread} > 0`),
  ],
);
export type MemberRow = typeof conversationMembers.$inferSelect;

export const messages = pgTable(
  "messages",
  {
    conversationId: bigint("conversation_id", { mode: "number" })
      .notNull()
      .references(() => conversations.id),
    sequence: integer("sequence").notNull(),
    /** Chosen by the sender's client. */
    id: uuid("id").notNull(),
    /** The conversation's `last_change` after this message was last changed. */
    change: integer("change").notNull(),
    /** Null for the assistant. */
    senderId: personId("sender_id"),
    text: text("text").notNull(),
    imageFileIds: uuid("image_file_ids").array().notNull(),
    event: text("event", { enum: taskEventKinds }),
    taskId: bigint("task_id", { mode: "number" }).references(() => tasks.id),
    version: integer("version"),
    sentAt: moment("sent_at").notNull(),
    editedAt: moment("edited_at"),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.sequence] }),
    unique("messages_id").on(table.conversationId, table.id),
    index("messages_changes").on(table.conversationId, table.change),
    index("messages_of_sender").on(table.senderId),
    index("messages_with_images")
      .on(table.conversationId, table.sequence)
      .where(sql`cardinality(${table.imageFileIds}) > 0`),
    // A conversation's messages by parts of their text.
    index("messages_text_of_conversation")
      .using("gin", table.conversationId, sql`${table.text} gin_trgm_ops`)
      .where(isNull(table.deletedAt)),
  ],
);
export type MessageRow = typeof messages.$inferSelect;
