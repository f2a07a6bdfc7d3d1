import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import type { VideoFailure } from "#modules/media/rules/video-failures.ts";
import { videos } from "#modules/media/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import { versionStates } from "../rules/versions.ts";

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
    editorId: bigint("editor_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    state: text("state", { enum: versionStates }).notNull(),
    /** Length of the review window in seconds; set when the review begins. */
    windowSeconds: integer("window_seconds"),
    /** End of the running window. */
    reviewEndsAt: moment("review_ends_at"),
    /** Seconds that were left of the window when the version was approved. */
    windowSecondsLeft: integer("window_seconds_left"),
    extensionRequestedAt: moment("extension_requested_at"),
    extendedAt: moment("extended_at"),
    feedback: text("feedback"),
    /** Reason of the refusal. */
    failure: jsonb("failure").$type<VideoFailure>(),
    /** The editor's reason for withdrawing it. */
    withdrawalReason: text("withdrawal_reason"),
    decidedAt: moment("decided_at"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.number] }),
    uniqueIndex("versions_video").on(table.videoId),
  ],
);
export type VersionRow = typeof versions.$inferSelect;

/** Approvals of versions that several people have to approve. */
export const approvals = pgTable(
  "approvals",
  {
    taskId: bigint("task_id", { mode: "number" }).notNull(),
    version: integer("version").notNull(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    approvedAt: moment("approved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.version, table.personId] }),
    foreignKey({
      columns: [table.taskId, table.version],
      foreignColumns: [versions.taskId, versions.number],
    }).onDelete("cascade"),
    index("approvals_person").on(table.personId),
  ],
);

/** When the first version of a task that was received completely was; null without any. */
export const firstArrival = sql<Date | null>`(select ${videos.receivedAt} from ${versions} join ${videos} on ${videos.id} = ${versions.videoId}
  where ${versions.taskId} = ${tasks.id} and ${videos.receivedAt} is not null order by ${versions.number} limit 1)`;

/** Tasks whose deadline counts: neither declined nor cancelled. */
export const deadlineCounts = sql<boolean>`(${tasks.declinedAt} is null and ${tasks.stage} <> 'cancelled')`;

interface Delivered {
  /** `firstArrival` of the task. */
  arrival: SQLWrapper;
  deadline: SQLWrapper;
}

/** Whether a task whose deadline counts was due: its first version was received, or the deadline has passed. */
export function wasDue({ arrival, deadline }: Delivered, now: Date): SQL<boolean> {
  return sql`(${arrival} is not null or ${deadline} < ${now})`;
}

/** Whether a task was on time: its first version was received until the deadline. */
export function wasOnTime({ arrival, deadline }: Delivered): SQL<boolean> {
  return sql`coalesce(${arrival} <= ${deadline}, false)`;
}
