import { sql } from "drizzle-orm";
import { bigint, boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { emailFrequencies, notificationKinds } from "../contract.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const notifications = pgTable(
  "notifications",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    senderId: bigint("sender_id", { mode: "number" }).references(() => people.id, { onDelete: "set null" }),
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    kind: text("kind", { enum: notificationKinds }).notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    path: text("path").notNull(),
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
    index("notifications_of_task").on(table.taskId, table.kind),
    index("notifications_unread")
      .on(table.personId)
      .where(sql`${table.readAt} is null`),
    index("notifications_without_digest")
      .on(table.personId)
      .where(sql`${table.emailFrequency} = 'hourly' and ${table.digestAt} is null`),
  ],
);
export type NotificationRow = typeof notifications.$inferSelect;

/** Choices of a user; without a row, everything is on. */
export const notificationSettings = pgTable("notification_settings", {
  personId: bigint("person_id", { mode: "number" })
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  email: boolean("email").notNull().default(true),
  emailFrequency: text("email_frequency", { enum: emailFrequencies }).notNull().default("immediately"),
  /** Kinds that are not sent by email. */
  emailOff: text("email_off", { enum: notificationKinds }).array().notNull().default([]),
});
export type SettingsRow = typeof notificationSettings.$inferSelect;
