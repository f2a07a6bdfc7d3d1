import { bigint, index, pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

import { people } from "#modules/accounts/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const person = (name: string) => bigint(name, { mode: "number" }).references(() => people.id);

/** What creators say of the editors of their published tasks; one for a task. */
export const ratings = pgTable(
  "ratings",
  {
    taskId: bigint("task_id", { mode: "number" })
      .primaryKey()
      .references(() => tasks.id),
    creatorId: person("creator_id").notNull(),
    editorId: person("editor_id").notNull(),
    /** 1 to 5. */
    stars: smallint("stars").notNull(),
    review: text("review"),
    createdAt: moment("created_at").notNull(),
    changedAt: moment("changed_at").notNull(),
  },
  (table) => [index("ratings_editor").on(table.editorId, table.createdAt, table.taskId)],
);
