import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

import { people } from "#modules/people/server/tables.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const sessions = pgTable(
  "sessions",
  {
    id: uuid("id").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** SHA-256 of the token in the cookie. The token itself isn't stored. */
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

/** Four-character codes that prove access to an account's email; at most one per person and purpose. */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["reset_password", "confirm_email", "delete_account"] }).notNull(),
    codeHash: text("code_hash").notNull(),
    failedAttempts: integer("failed_attempts").notNull().default(0),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.purpose] }),
    index("one_time_codes_expires").on(table.expiresAt),
  ],
);

/**
 * State of a flow of two requests, such as a Google login: the browser has the token in a cookie, the server has the
 * encrypted data. Each is used once.
 */
export const signInFlows = pgTable(
  "sign_in_flows",
  {
    /** SHA-256 of the token in the cookie. The token itself isn't stored. */
    tokenHash: text("token_hash").primaryKey(),
    purpose: text("purpose").notNull(),
    encryptedData: text("encrypted_data").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("sign_in_flows_expires").on(table.expiresAt)],
);

/** Google accounts connected to a person; at most one each. */
export const googleAccounts = pgTable(
  "google_accounts",
  {
    /** Google's `sub`, the only identifier of a Google account that never changes. */
    subject: text("subject").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    connectedAt: moment("connected_at").notNull(),
  },
  (table) => [uniqueIndex("google_accounts_person").on(table.personId)],
);

/** WebAuthn credentials. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** Credential id, base64url. */
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
