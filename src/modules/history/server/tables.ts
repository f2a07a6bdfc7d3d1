import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { taskEventKinds } from "../rules/kinds.ts";

export const taskHistory = pgTable(
  "task_history",
  {
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    sequence: integer("sequence").notNull(),
    kind: text("kind", { enum: taskEventKinds }).notNull(),
    /** Null for the server, for guests and for comments of several users. */
    personId: bigint("person_id", { mode: "number" }).references(() => people.id),
    version: integer("version"),
    /** Number of comments, findings or files, or of required approvals given so far; 1 for other kinds. */
    count: integer("count").notNull().default(1),
    /** Number of approvals that the version needs; null where one is enough, and for other kinds. */
    requiredApprovals: integer("required_approvals"),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.sequence] }),
    index("task_history_person").on(table.personId),
  ],
);
export type HistoryRow = typeof taskHistory.$inferSelect;
