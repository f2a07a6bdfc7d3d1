import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import { atomically, durably } from "../storage/database.ts";

/** The scopes that a user granted a client for a channel. */
export interface Consent {
  grantId: string;
  accountId: string;
  clientId: string;
  /** Absent when only login was requested, or the user has no channel. */
  channelId: string | undefined;
  /** The granted scopes, which may be fewer than the requested ones. */
  scopes: string[];
  createdAt: string;
}

const rowSchema = z
  .object({
    grant_id: z.string(),
    account_id: z.string(),
    client_id: z.string(),
    channel_id: z.string().nullable(),
    scopes: z.string(),
    created_at: z.string(),
  })
  .transform((row): Consent => ({
    grantId: row.grant_id,
    accountId: row.account_id,
    clientId: row.client_id,
    channelId: row.channel_id ?? undefined,
    scopes: row.scopes.split(" ").filter((scope) => scope !== ""),
    createdAt: row.created_at,
  }));

export type Consents = ReturnType<typeof createConsents>;

/** The consents that were given and not revoked. */
export function createConsents(db: DatabaseSync) {
  const insert = db.prepare(
    `INSERT INTO consents (grant_id, account_id, client_id, channel_id, scopes, refresh_token_due, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const one = db.prepare("SELECT * FROM consents WHERE grant_id = ?");
  const some = db.prepare(
    "SELECT * FROM consents WHERE account_id = ? AND client_id = ? ORDER BY created_at DESC",
  );
  const every = db.prepare("SELECT * FROM consents ORDER BY created_at DESC");
  const takeDue = db.prepare(
    "UPDATE consents SET refresh_token_due = 0 WHERE grant_id = ? AND refresh_token_due = 1",
  );
  const removeConsents = db.prepare("DELETE FROM consents WHERE account_id = ? AND client_id = ?");
  const removeRecords = db.prepare(
    "DELETE FROM oidc_records WHERE grant_id = ? OR (model = 'Grant' AND id = ?)",
  );
  const list = (accountId: string, clientId: string) =>
    some.all(accountId, clientId).map((row) => rowSchema.parse(row));

  return {
    /** @param offline whether the code of this consent returns a refresh token */
    record(consent: Consent, offline: boolean): void {
      const { grantId, accountId, clientId, channelId, scopes, createdAt } = consent;
      durably(db, () =>
        insert.run(
          grantId,
          accountId,
          clientId,
          channelId ?? null,
          scopes.join(" "),
          offline ? 1 : 0,
          createdAt,
        ),
      );
    },
    find(grantId: string): Consent | undefined {
      const row = one.get(grantId);
      return row && rowSchema.parse(row);
    },
    /** Newest first. */
    list,
    /** Newest first. */
    all: (): Consent[] => every.all().map((row) => rowSchema.parse(row)),
    /** True once per consent with offline access: later authorizations without a consent get no refresh token. */
    takeRefreshToken: (grantId: string): boolean => takeDue.run(grantId).changes === 1,
    /** Revokes all scopes that the user granted the client, and all its tokens, as Google does. */
    revoke(accountId: string, clientId: string): void {
      const existing = list(accountId, clientId);
      atomically(db, () => {
        for (const { grantId } of existing) removeRecords.run(grantId, grantId);
        removeConsents.run(accountId, clientId);
      });
    },
  };
}
