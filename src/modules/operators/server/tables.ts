import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import { invitations } from "#modules/sign-in/server/tables.ts";

import type { Figures, StorageBytes } from "../contract/figures.ts";
import { operatorActionKinds } from "../rules/actions.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Log of what operators did. */
export const operatorActions = pgTable(
  "operator_actions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment("at").notNull(),
    action: text("action", { enum: operatorActionKinds }).notNull(),
    actorId: bigint("actor_id", { mode: "number" }).references(() => people.id),
    /** Done with the command on the server, which has no actor. */
    byCommand: boolean("by_command").notNull(),
    subjectId: bigint("subject_id", { mode: "number" }).references(() => people.id),
    /** The invitation that was created or revoked, until it is deleted: the log itself names people by id only. */
    invitationId: uuid("invitation_id").references(() => invitations.id, { onDelete: "set null" }),
    detail: text("detail"),
  },
  (table) => [
    index("operator_actions_subject").on(table.subjectId),
    index("operator_actions_actor").on(table.actorId),
    index("operator_actions_invitation").on(table.invitationId),
  ],
);

/** The figures that need to read whole tables, as of their last measurement; one row. */
export const operatorFigures = pgTable("operator_figures", {
  id: integer("id").primaryKey(),
  measuredAt: moment("measured_at").notNull(),
  tookMilliseconds: integer("took_milliseconds").notNull(),
  figures: jsonb("figures").$type<Figures>().notNull(),
});

/** Stored bytes by kind on each day, as last measured on it. */
export const storageDays = pgTable("storage_days", {
  day: date("day", { mode: "string" }).primaryKey(),
  bytes: jsonb("bytes").$type<StorageBytes>().notNull(),
});
