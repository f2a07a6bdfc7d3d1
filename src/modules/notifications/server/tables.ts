import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

import { people } from "#modules/accounts/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { notificationKinds } from "../contract.ts";

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
    mailedAt: moment("mailed_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    index("notifications_of_person").on(table.personId, table.id),
    index("notifications_of_task").on(table.taskId, table.kind),
    index("notifications_unread")
      .on(table.personId)
      .where(sql`${table.readAt} is null`),
  ],
);
export type NotificationRow = typeof notifications.$inferSelect;
