import {
  bigint,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { videos } from "#modules/media/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { versionStates } from "../rules.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const versions = pgTable(
  "versions",
  {
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    number: integer("number").notNull(),
    videoId: uuid("video_id")
      .notNull()
      .references(() => videos.id),
    editorId: bigint("editor_id", { mode: "number" }).notNull(),
    state: text("state", { enum: versionStates }).notNull(),
    /** Length of its review window in seconds, as it was when the version became playable. */
    windowSeconds: integer("window_seconds"),
    /** End of the running window; null while the clock stands still. */
    reviewEndsAt: moment("review_ends_at"),
    extendedAt: moment("extended_at"),
    feedback: text("feedback"),
    refusal: text("refusal"),
    decidedAt: moment("decided_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.number] }),
    uniqueIndex("versions_video").on(table.videoId),
  ],
);
export type VersionRow = typeof versions.$inferSelect;
