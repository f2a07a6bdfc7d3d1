import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import { atomically, durably } from "../storage/database.ts";

/** What one person allowed one client to do, and for which channel. */
export interface Consent {
  grantId: string;
  accountId: string;
  clientId: string;
  /** Absent when only sign-in was asked, or the person has no channel. */
  channelId: string | undefined;
  /** What was granted, which may be less than what was asked. */
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

/** The consents that were given and not taken back. */
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
    /** @param offline whether the code of this consent is to be answered with a refresh token */
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
    /** True once for each consent that was asked with offline access: a later silent authorization gets none. */
    takeRefreshToken: (grantId: string): boolean => takeDue.run(grantId).changes === 1,
    /** Takes back everything the person allowed the client, and ends all tokens of it, as Google does. */
    revoke(accountId: string, clientId: string): void {
      const given = list(accountId, clientId);
      atomically(db, () => {
        for (const { grantId } of given) removeRecords.run(grantId, grantId);
        removeConsents.run(accountId, clientId);
      });
    },
  };
}
