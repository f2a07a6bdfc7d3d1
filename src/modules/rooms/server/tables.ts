import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  doublePrecision,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { guests } from "#modules/feedback/server/tables.ts";
import { people } from "#modules/people/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import type { RoomState } from "../contract/room-state.ts";
import { endReasons } from "../contract/rooms.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Rooms in which a task's versions are watched together. Times are those of the database's clock. */
export const rooms = pgTable(
  "rooms",
  {
    id: uuid("id").primaryKey(),
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    /** Increases with each change that participants see. */
    sequence: integer("sequence").notNull(),
    state: jsonb("state").$type<RoomState>().notNull(),
    presenter: uuid("presenter"),
    callUrl: text("call_url"),
    startedBy: bigint("started_by", { mode: "number" })
      .notNull()
      .references(() => people.id),
    startedAt: moment("started_at").notNull(),
    /** The last change. */
    changedAt: moment("changed_at").notNull(),
    endedAt: moment("ended_at"),
    endReason: text("end_reason", { enum: endReasons }),
  },
  (table) => [
    uniqueIndex("rooms_open")
      .on(table.taskId)
      .where(sql`${table.endedAt} is null`),
    index("rooms_of_starter").on(table.startedBy, table.startedAt),
    index("rooms_ended").on(table.endedAt),
    check("rooms_end", sql`(${table.endedAt} is null) = (${table.endReason} is null)`),
  ],
);
export type RoomRow = typeof rooms.$inferSelect;

/** Tabs of persons and guests in rooms that have not ended. */
export const roomParticipants = pgTable(
  "room_participants",
  {
    roomId: uuid("room_id")
      .notNull()
      .references(() => rooms.id, { onDelete: "cascade" }),
    /** Chosen by the client. */
    id: uuid("id").notNull(),
    personId: bigint("person_id", { mode: "number" }).references(() => people.id),
    guestId: uuid("guest_id").references(() => guests.id, { onDelete: "cascade" }),
    follows: boolean("follows").notNull(),
    buffers: boolean("buffers").notNull(),
    asks: boolean("asks").notNull(),
    /** In milliseconds. */
    roundTrip: doublePrecision("round_trip").notNull(),
    joinedAt: moment("joined_at").notNull(),
    /** The last report. */
    seenAt: moment("seen_at").notNull(),
    /** When the others stopped waiting for this participant. */
    sparedAt: moment("spared_at"),
    lastCommand: integer("last_command").notNull(),
    lastReport: integer("last_report").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.roomId, table.id] }),
    index("room_participants_person")
      .on(table.personId)
      .where(sql`${table.personId} is not null`),
    index("room_participants_guest")
      .on(table.guestId)
      .where(sql`${table.guestId} is not null`),
    check("room_participants_one", sql`num_nonnulls(${table.personId}, ${table.guestId}) = 1`),
  ],
);
export type ParticipantRow = typeof roomParticipants.$inferSelect;
