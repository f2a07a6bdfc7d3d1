import { and, gt, isNull, sql, type SQLWrapper } from "drizzle-orm";
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

import { sessionEnds } from "../contract/sessions.ts";
import { invitationPurposes } from "../rules/invitations.ts";

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

/** Sessions that were ended, so that their browsers learn why; until they would have expired. */
export const endedSessions = pgTable(
  "ended_sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    reason: text("reason", { enum: sessionEnds }).notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("ended_sessions_person").on(table.personId),
    index("ended_sessions_expires").on(table.expiresAt),
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
 * State of a flow of two requests, such as a login with Google: the browser has the token in a cookie, the server has the
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

/** Accounts at identity providers that are connected to a person; at most one of each provider. */
export const identities = pgTable(
  "identities",
  {
    /** `google`, or the issuer of the provider for single sign-on. */
    provider: text("provider").notNull(),
    /** The provider's `sub`, the only identifier of an account that never changes. */
    subject: text("subject").notNull(),
    personId: bigint("person_id", { mode: "number" })
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    connectedAt: moment("connected_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    uniqueIndex("identities_person").on(table.personId, table.provider),
  ],
);

/** Invitations to sign up, or to accept with an existing account. Their links contain an HMAC of the id. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey(),
    /** Orders the invitations of a user. */
    number: bigint("number", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    purpose: text("purpose", { enum: invitationPurposes }).notNull(),
    /** The inviter; null for a link that the owner of the address has requested. */
    inviterId: bigint("inviter_id", { mode: "number" }).references(() => people.id, { onDelete: "cascade" }),
    /** The only address that can accept it; null for a link that is passed on by the inviter, and for a user. */
    email: text("email"),
    /** The only user who can accept it, without a link; null for an invitation by a link or email. */
    inviteeId: bigint("invitee_id", { mode: "number" }).references(() => people.id, { onDelete: "cascade" }),
    /** The invited person, as the inviter calls them. */
    name: text("name").notNull(),
    /** The role of a new account; null leaves the choice to the user. */
    role: text("role", { enum: ["YOUTUBER", "EDITOR"] }),
    /** The work that the invitation is for, such as a task's title. */
    subject: text("subject"),
    /** Actions that the membership allows, as items that follow "You'll be able to". */
    work: text("work").array().notNull().default([]),
    /** The screen that opens after it was accepted; null for the profile. */
    landingPath: text("landing_path"),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
    declinedAt: moment("declined_at"),
    acceptedAt: moment("accepted_at"),
    acceptedBy: bigint("accepted_by", { mode: "number" }).references(() => people.id),
  },
  (table) => [
    uniqueIndex("invitations_number").on(table.number),
    index("invitations_inviter").on(table.inviterId, table.number),
    index("invitations_accepted_by").on(table.acceptedBy),
    index("invitations_invitee")
      .on(table.inviteeId)
      .where(sql`${table.inviteeId} is not null`),
    index("invitations_expires").on(table.expiresAt),
  ],
);

/** Condition of invitations that can be accepted. */
export const isPending = (now: Date | SQLWrapper) =>
  and(
    isNull(invitations.acceptedAt),
    isNull(invitations.declinedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, now),
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
