import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

import { footageKinds } from "#modules/footage/rules/kinds.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
const personId = (name: string) => bigint(name, { mode: "number" }).references(() => people.id);
const taskId = () =>
  bigint("task_id", { mode: "number" })
    .notNull()
    .references(() => tasks.id);

/** Files of a task and their place. Size, digests and state are those of the stored file. */
export const footageFiles = pgTable(
  "footage_files",
  {
    taskId: taskId(),
    /** A copy of a task has the files of its form too. */
    fileId: uuid("file_id")
      .notNull()
      .references(() => storedFiles.id, { onDelete: "cascade" }),
    /** The person who has delivered it; null for files of the creator's side. */
    deliveredBy: personId("delivered_by"),
    /** Path of the folder, with `/` between its parts; empty for the outermost one. */
    folder: text("folder").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: footageKinds }).notNull(),
    /** Null once the account of its sender is deleted. */
    sentBy: personId("sent_by"),
    /** Time of its last change on the sender's disk, in milliseconds since 1970; null for files from the task's form. */
    lastModified: bigint("last_modified", { mode: "number" }),
    /** When it was verified; null before, while it is not listed. */
    receivedAt: moment("received_at"),
    /** Whether its arrival has been announced to the others. */
    announced: boolean("announced").notNull().default(false),
    /** Whether it was sent with the task's form, which determines whether it exists. */
    fromForm: boolean("from_form").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.fileId] }),
    unique("footage_files_path")
      .on(table.taskId, table.deliveredBy, table.folder, table.name)
      .nullsNotDistinct(),
    index("footage_files_of_file").on(table.fileId),
    /** The files of a folder by name. */
    index("footage_files_listed").on(
      table.taskId,
      table.deliveredBy,
      table.folder,
      sql`lower(${table.name})`,
      table.fileId,
    ),
    index("footage_files_unannounced")
      .on(table.taskId, table.sentBy)
      .where(sql`not ${table.announced}`),
  ],
);
export type FootageRow = typeof footageFiles.$inferSelect;

/** Chosen files, which don't change, so that a download continues with the same bytes. */
export const footageDownloads = pgTable(
  "footage_downloads",
  {
    id: uuid("id").primaryKey(),
    taskId: taskId(),
    /** Only this person can read it. */
    personId: personId("person_id").notNull(),
    /** Name of the ZIP. */
    name: text("name").notNull(),
    fileIds: uuid("file_ids").array().notNull(),
    /** When something of it was last requested. */
    readAt: moment("read_at").notNull(),
  },
  (table) => [index("footage_downloads_read").on(table.readAt)],
);
export type DownloadRow = typeof footageDownloads.$inferSelect;
