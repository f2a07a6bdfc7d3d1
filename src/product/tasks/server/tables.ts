import { bigint, boolean, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

import { people } from "#product/accounts/server/tables.ts";

import { stages } from "../rules.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const tasks = pgTable(
  "tasks",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    creatorId: bigint("creator_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    editorId: bigint("editor_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    stage: text("stage", { enum: stages }).notNull(),
    taskTitle: text("task_title").notNull(),
    workDescription: text("work_description").notNull(),
    deadline: moment("deadline").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    madeForKids: boolean("made_for_kids").notNull(),
    tags: text("tags").array().notNull(),
    thumbnailFileId: uuid("thumbnail_file_id"),
    attachmentFileIds: uuid("attachment_file_ids").array().notNull(),
    /** What later rooms note on the card through `noteOnTask`. */
    version: integer("version").notNull().default(0),
    shownVideoId: uuid("shown_video_id"),
    reviewEndsAt: moment("review_ends_at"),
    feedback: text("feedback"),
    watchUrl: text("watch_url"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [
    index("tasks_of_creator").on(table.creatorId, table.id.desc()),
    index("tasks_of_editor").on(table.editorId, table.id.desc()),
  ],
);
