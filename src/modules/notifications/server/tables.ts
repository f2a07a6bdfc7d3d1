import { isNotNull, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { conversations } from "#modules/messages/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { destinations } from "#modules/publishing/server/tables.ts";
import { sessions } from "#modules/sign-in/server/tables.ts";
import { invitations } from "#modules/sign-in/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { notificationKinds } from "../contract/inbox.ts";
import { emailFrequencies } from "../contract/settings.ts";
import type { NotificationData } from "../rules/kinds/index.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const notifications = pgTable(
  "notifications",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    senderId: bigint("sender_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    /** Its subject: a task, a destination, a conversation or an invitation to a team. */
    taskId: bigint("task_id", { mode: "number" }).references(() => tasks.id),
    destinationId: uuid("destination_id").references(() => destinations.id, { onDelete: "cascade" }),
    conversationId: bigint("conversation_id", { mode: "number" }).references(() => conversations.id),
    invitationId: uuid("invitation_id").references(() => invitations.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: notificationKinds }).notNull(),
    /** The version of the task that it is about. */
    version: integer("version"),
    data: jsonb("data").$type<NotificationData>().notNull(),
    /** The event that ended it, such as the review of a version that it asks for. */
    endedBy: text("ended_by"),
    readAt: moment("read_at"),
    /** Null if no email is sent. */
    emailFrequency: text("email_frequency", { enum: emailFrequencies }),
    /** The digest that contains the notification, by the time it was put together. */
    digestAt: moment("digest_at"),
    mailedAt: moment("mailed_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("notifications_of_person").on(table.personId, table.id),
    check(
      "notifications_about",
      sql`num_nonnulls(${table.taskId}, ${table.destinationId}, ${table.conversationId}, ${table.invitationId}) = 1`,
    ),
    index("notifications_of_task").on(table.taskId, table.kind),
    index("notifications_of_destination").on(table.destinationId).where(isNotNull(table.destinationId)),
    index("notifications_of_conversation")
      .on(table.conversationId, table.personId)
      .where(isNotNull(table.conversationId)),
    index("notifications_of_invitation").on(table.invitationId).where(isNotNull(table.invitationId)),
    index("notifications_unread")
      .on(table.personId)
      .where(sql`${table.readAt} is null`),
    index("notifications_without_digest")
      .on(table.personId)
      .where(sql`${table.emailFrequency} = 'hourly' and ${table.digestAt} is null`),
  ],
);
export type NotificationRow = typeof notifications.$inferSelect;

/** Comments that a user is notified of together, at most one row per task and user until a job sends the notification. */
export const gatheredComments = pgTable(
  "gathered_comments",
  {
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    /** Ids of comments in the order they were written. */
    commentIds: uuid("comment_ids").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.taskId] })],
);

/** Senders of messages that a user has perhaps not seen, until a job has notified the user of those they have not. */
export const unseenSenders = pgTable(
  "unseen_senders",
  {
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    senderId: bigint("sender_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.personId, table.senderId] })],
);

/** Choices of a user; without a row, everything is on. */
export const notificationSettings = pgTable("notification_settings", {
  personId: bigint("person_id", { mode: "number" })
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  push: boolean("push").notNull().default(true),
  email: boolean("email").notNull().default(true),
  emailFrequency: text("email_frequency", { enum: emailFrequencies }).notNull().default("immediately"),
  /** Kinds that are not sent by push. */
  pushOff: text("push_off", { enum: notificationKinds }).array().notNull().default([]),
  /** Kinds that are not sent by email. */
  emailOff: text("email_off", { enum: notificationKinds }).array().notNull().default([]),
});
export type SettingsRow = typeof notificationSettings.$inferSelect;

/** Browsers that get push notifications. A subscription ends with its session. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("push_subscriptions_endpoint").on(table.endpoint),
    index("push_subscriptions_person").on(table.personId),
    index("push_subscriptions_session").on(table.sessionId),
  ],
);

/** The key pair for push services: one row, written once. */
export const vapidKeys = pgTable(
  "vapid_keys",
  {
    id: smallint("id").primaryKey().default(1),
    publicKey: text("public_key").notNull(),
    encryptedPrivateKey: text("encrypted_private_key").notNull(),
  },
  (table) => [check("vapid_keys_one_row", sql`${table.id} = 1`)],
);
