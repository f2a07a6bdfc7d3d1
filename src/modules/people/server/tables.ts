import { isNotNull, isNull, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const people = pgTable(
  "people",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    email: text("email").notNull().unique("people_email"),
    emailVerified: boolean("email_verified").notNull().default(false),
    name: text("name").notNull(),
    /** The name folded for comparison: names are unique without regard to case. */
    nameKey: text("name_key").notNull().unique("people_name_key"),
    /** Confusable skeletons of the name; null until the next start computes them. Names from before may share some. */
    nameSkeletons: text("name_skeletons").array(),
    role: text("role", { enum: ["NORMAL", "EDITOR", "YOUTUBER"] }).notNull(),
    passwordHash: text("password_hash"),
    /** IANA name, reported by the user's browser. */
    timeZone: text("time_zone"),
    bio: text("bio"),
    link: text("link"),
    pictureFileId: uuid("picture_file_id"),
    bannerFileId: uuid("banner_file_id"),
    videosUploaded: integer("videos_uploaded").notNull().default(0),
    tasksCompleted: integer("tasks_completed").notNull().default(0),
    ratingSum: integer("rating_sum").notNull().default(0),
    ratingCount: integer("rating_count").notNull().default(0),
    /** Bayesian average with a prior of five ratings of 3.5, so that one five-star rating doesn't rank above a hundred; 0 without completed tasks and ratings. */
    rankScore: doublePrecision("rank_score")
      .notNull()
      .generatedAlwaysAs(
        sql`case when tasks_completed = 0 and rating_count = 0 then 0 else (rating_sum + 17.5) / (rating_count + 5) end`,
      ),
    /** Whether the person has a bio, a picture or published work. Searches and top lists list the others last. */
    complete: boolean("complete")
      .notNull()
      .generatedAlwaysAs(
        sql`bio is not null or picture_file_id is not null or videos_uploaded > 0 or tasks_completed > 0`,
      ),
    createdAt: moment("created_at").notNull(),
    /** When an operator suspended the account; null while it may be used. */
    suspendedAt: moment("suspended_at"),
    /** Made an operator with the command, besides those of `OPERATOR_EMAILS`. */
    operator: boolean("operator").notNull().default(false),
    /** Bytes that the user may store; null for the default of all users. */
    storageQuota: bigint("storage_quota", { mode: "number" }),
    /** Last request with a session, exact to an hour; null since before it was recorded. */
    lastActiveAt: moment("last_active_at"),
    /** When the account was deleted. The row stays without personal data, because tasks refer to it. */
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    index("people_suggested").on(table.complete, table.id).where(isNull(table.deletedAt)),
    index("people_name_trigram")
      .using("gin", sql`${table.nameKey} gin_trgm_ops`)
      .where(isNull(table.deletedAt)),
    // Operators search by parts of emails.
    index("people_email_trigram")
      .using("gin", sql`${table.email} gin_trgm_ops`)
      .where(isNull(table.deletedAt)),
    index("people_operators")
      .on(table.id)
      .where(sql`${table.operator}`),
    index("people_suspended").on(table.id).where(isNotNull(table.suspendedAt)),
    index("people_name_skeletons").using("gin", table.nameSkeletons),
    index("people_top_editors")
      .on(table.rankScore, table.tasksCompleted, table.complete, table.id.desc().nullsFirst())
      .where(sql`${table.role} = 'EDITOR' and ${table.deletedAt} is null`),
    index("people_top_creators")
      .on(table.videosUploaded, table.complete, table.id.desc().nullsFirst())
      .where(sql`${table.role} = 'YOUTUBER' and ${table.deletedAt} is null`),
    index("people_picture").on(table.pictureFileId),
    index("people_banner").on(table.bannerFileId),
  ],
);
export type Person = typeof people.$inferSelect;

/** Previous names of people. Links with a former name still work until someone else takes the name. */
export const formerNames = pgTable(
  "former_names",
  {
    nameKey: text("name_key").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    releasedAt: moment("released_at").notNull(),
  },
  (table) => [index("former_names_person").on(table.personId)],
);

/** Users who have blocked others. A block applies in both directions: no new tasks, messages and notifications of mentions. */
export const blocks = pgTable(
  "blocks",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    blockerId: bigint("blocker_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    blockedId: bigint("blocked_id", { mode: "number" })
      .notNull()
      .references(() => people.id),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    unique("blocks_pair").on(table.blockerId, table.blockedId),
    index("blocks_newest").on(table.blockerId, table.id),
    index("blocks_of_blocked").on(table.blockedId),
    check("blocks_of_others", sql`${table.blockerId} <> ${table.blockedId}`),
  ],
);
