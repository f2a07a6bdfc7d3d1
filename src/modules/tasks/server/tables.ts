import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

import { people } from "#modules/accounts/server/tables.ts";

import type { Arrival } from "../contract.ts";
import { endStages, isCompleted, mayUpload, type Stage, stages } from "../rules.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Literals rather than parameters, so that the planner recognizes the partial indexes. */
const literals = (list: readonly Stage[]) => sql.raw(`(${list.map((stage) => `'${stage}'`).join(", ")})`);
const ends = literals(endStages);
const done = literals(stages.filter(isCompleted));
const waiting = literals(stages.filter(mayUpload));

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
    arrival: jsonb("arrival").$type<Arrival>(),
    reviewEndsAt: moment("review_ends_at"),
    feedback: text("feedback"),
    /** Publishing has come back without an end; the next move forgets it. */
    publishFailed: boolean("publish_failed").notNull().default(false),
    watchUrl: text("watch_url"),
    stars: smallint("stars"),
    ratedAt: moment("rated_at"),
    /** The deadline that the editor has been reminded of. */
    remindedOf: moment("reminded_of"),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => {
    const open = sql`${table.stage} not in ${ends}`;
    const completed = sql`${table.stage} in ${done}`;
    // Ascending, as an index serves both directions and `desc()` would put nulls where no query wants them.
    return [
      index("tasks_of_creator").on(table.creatorId, table.id),
      index("tasks_of_editor").on(table.editorId, table.id),
      // A person's few open tasks stay quick to find among thousands of finished ones.
      index("tasks_open_of_creator").on(table.creatorId, table.id).where(open),
      index("tasks_open_of_editor").on(table.editorId, table.id).where(open),
      index("tasks_completed_of_creator").on(table.creatorId, table.id).where(completed),
      index("tasks_completed_of_editor").on(table.editorId, table.id).where(completed),
      index("tasks_due_of_creator").on(table.creatorId, table.deadline, table.id).where(open),
      index("tasks_due_of_editor").on(table.editorId, table.deadline, table.id).where(open),
      index("tasks_waiting")
        .on(table.deadline)
        .where(sql`${table.stage} in ${waiting}`),
    ];
  },
);

/** Tasks that still go on. */
export const openOnly = sql`${tasks.stage} not in ${ends}`;
export const completedOnly = sql`${tasks.stage} in ${done}`;
/** Tasks that wait for their editor to upload. */
export const waitingOnly = sql`${tasks.stage} in ${waiting}`;
/** No version is being made watchable: with `waitingOnly` what `waitsForUpload` says. */
export const notInPreparation = sql`(${tasks.arrival} is null or ${tasks.arrival} ->> 'refusal' is not null)`;
