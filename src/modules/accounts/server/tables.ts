import { isNull, sql, type SQLWrapper } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { nameGaps } from "../rules/name-words.ts";

/** The name with blanks between its words, from its first, second and third word on (null where there is none). */
export function nameParts(key: SQLWrapper) {
  const gaps = sql.raw(`'${nameGaps}', '${" ".repeat(nameGaps.length)}'`);
  const whole = sql`translate(${key}, ${gaps})`;
  return {
    first: whole,
    second: sql`substring(${whole} from '^[^ ]* +(.*)$')`,
    third: sql`substring(${whole} from '^[^ ]* +[^ ]* +(.*)$')`,
  };
}

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
    role: text("role", { enum: ["NORMAL", "EDITOR", "YOUTUBER"] }).notNull(),
    passwordHash: text("password_hash"),
    bio: text("bio"),
    link: text("link"),
    pictureFileId: uuid("picture_file_id"),
    bannerFileId: uuid("banner_file_id"),
    videosUploaded: integer("videos_uploaded").notNull().default(0),
    tasksCompleted: integer("tasks_completed").notNull().default(0),
    ratingSum: integer("rating_sum").notNull().default(0),
    ratingCount: integer("rating_count").notNull().default(0),
    /** Bayesian mean: everybody starts with five ratings of 3.5, so one five-star task does not beat a hundred. */
    standing: doublePrecision("standing")
      .notNull()
      .generatedAlwaysAs(sql`(rating_sum + 17.5) / (rating_count + 5)`),
    createdAt: moment("created_at").notNull(),
    /** When the account was deleted: the row stays for the tasks of others, without anything personal. */
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    index("people_name_first")
      .on(sql`${nameParts(table.nameKey).first} text_pattern_ops`)
      .where(isNull(table.deletedAt)),
    index("people_name_second")
      .on(sql`${nameParts(table.nameKey).second} text_pattern_ops`)
      .where(isNull(table.deletedAt)),
    index("people_name_third")
      .on(sql`${nameParts(table.nameKey).third} text_pattern_ops`)
      .where(isNull(table.deletedAt)),
    index("people_name_trigram")
      .using("gin", sql`${table.nameKey} gin_trgm_ops`)
      .where(isNull(table.deletedAt)),
    index("people_top_editors")
      .on(table.standing, table.tasksCompleted, table.id)
      .where(sql`${table.role} = 'EDITOR' and ${table.deletedAt} is null`),
    index("people_top_creators")
      .on(table.videosUploaded, table.id)
      .where(sql`${table.role} = 'YOUTUBER' and ${table.deletedAt} is null`),
    index("people_picture").on(table.pictureFileId),
    index("people_banner").on(table.bannerFileId),
  ],
);
export type Person = typeof people.$inferSelect;

/** The words that names are made of, each under all its `typoKeys`, to find those that a mistyped one may mean. */
export const nameWords = pgTable(
  "name_words",
  {
    typoKey: text("typo_key").notNull(),
    word: text("word").notNull(),
  },
  (table) => [primaryKey({ columns: [table.typoKey, table.word] })],
);

/** Names that people have given up; they lead to their last owner until somebody else takes them. */
export const formerNames = pgTable(
  "former_names",
  {
    nameKey: text("name_key").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    givenUpAt: moment("given_up_at").notNull(),
  },
  (table) => [index("former_names_person").on(table.personId)],
);

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** SHA-256 of the cookie's token; the token itself is kept nowhere. */
    tokenHash: text("token_hash").notNull(),
    device: text("device").notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_token_hash").on(table.tokenHash),
    index("sessions_person").on(table.personId),
    index("sessions_expires").on(table.expiresAt),
  ],
);

/** Counts of tries within a window, shared by all processes. */
export const throttles = pgTable(
  "throttles",
  {
    key: text("key").primaryKey(),
    tries: integer("tries").notNull(),
    until: moment("until").notNull(),
  },
  (table) => [index("throttles_until").on(table.until)],
);

/** Codes of four characters that prove who reads an account's mail; one of each purpose for a person at a time. */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["reset_password", "confirm_email", "delete_account"] }).notNull(),
    codeHash: text("code_hash").notNull(),
    wrongTries: integer("wrong_tries").notNull().default(0),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.purpose] }),
    index("one_time_codes_expires").on(table.expiresAt),
  ],
);

/** What one browser carries between two steps of proving who somebody is; used once. */
export const tickets = pgTable(
  "tickets",
  {
    /** SHA-256 of the cookie's token; the token itself is kept nowhere. */
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose").notNull(),
    encryptedData: text("sealed_data").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("tickets_expires").on(table.expiresAt)],
);

/** Google accounts that people sign in with; one for a person at most. */
export const googleAccounts = pgTable(
  "google_accounts",
  {
    /** Google's `sub`: the only identifier of an account that never changes. */
    subject: text("subject").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    connectedAt: moment("connected_at").notNull(),
  },
  (table) => [uniqueIndex("google_accounts_person").on(table.personId)],
);

/** WebAuthn credentials that people sign in with. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id, base64url. */
    id: text("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** COSE public key, base64url. */
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    createdAt: moment("created_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [index("passkeys_person").on(table.personId)],
);
export type Passkey = typeof passkeys.$inferSelect;
