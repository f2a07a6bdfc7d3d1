import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";
import { versions } from "#modules/review/server/tables.ts";
import { tasks } from "#modules/tasks/server/tables.ts";

import type { KeyedFinding } from "../rules/findings.ts";
import type { DeliverySpecification } from "../rules/specification.ts";
import { statementKinds } from "../rules/statements.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Evaluated findings of a version. Texts are rendered when they are read. */
export const versionChecks = pgTable(
  "version_checks",
  {
    taskId: bigint("task_id", { mode: "number" }).notNull(),
    version: integer("version").notNull(),
    findings: jsonb("findings").$type<KeyedFinding[]>().notNull(),
    /** Findings that are not accepted. */
    open: integer("open").notNull(),
    /** All parts are measured, or can't be. */
    complete: boolean("complete").notNull(),
    /** `rulesVersion` of the evaluation; 0 has it repeated. */
    rulesVersion: integer("rules_version").notNull(),
    checkedAt: moment("checked_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.version] }),
    foreignKey({
      columns: [table.taskId, table.version],
      foreignColumns: [versions.taskId, versions.number],
    }).onDelete("cascade"),
    index("version_checks_rules").on(table.rulesVersion),
  ],
);

/** Explanations and acceptances of findings, at most one of each; they count in all versions with the key. */
export const findingStatements = pgTable(
  "finding_statements",
  {
    taskId: bigint("task_id", { mode: "number" })
      .notNull()
      .references(() => tasks.id),
    key: text("key").notNull(),
    statement: text("statement", { enum: statementKinds }).notNull(),
    /** The version in which it was made. */
    version: integer("version").notNull(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    text: text("text").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.key, table.statement] }),
    index("finding_statements_person").on(table.personId),
  ],
);

/** Delivery specifications of creators. */
export const creatorSpecifications = pgTable("creator_specifications", {
  personId: bigint("person_id", { mode: "number" })
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  specification: jsonb("specification").$type<DeliverySpecification>().notNull(),
});

/** Delivery specifications of tasks that don't have their creator's. */
export const taskSpecifications = pgTable("task_specifications", {
  taskId: bigint("task_id", { mode: "number" })
    .primaryKey()
    .references(() => tasks.id),
  specification: jsonb("specification").$type<DeliverySpecification>().notNull(),
});
