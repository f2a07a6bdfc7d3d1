import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

import type { Adapter, AdapterPayload } from "oidc-provider";
import { z } from "zod";

import { durably } from "../storage/database.ts";

/* Tokens are stored unencrypted: the whole database of the sandbox is a test fixture. */

const payloadSchema = z.custom<AdapterPayload>((value) => typeof value === "object" && value !== null);

function parsePayload(row: Record<string, SQLOutputValue> | undefined): AdapterPayload | undefined {
  return row && payloadSchema.parse(JSON.parse(z.string().parse(row["payload"])));
}

/** Models that the application stores permanently; they are synced to disk. */
const lasting = new Set(["Grant", "RefreshToken"]);

const nowInSeconds = () => Math.floor(Date.now() / 1000);

/** The OAuth provider's storage in the sandbox's database. */
export function createOidcAdapter(db: DatabaseSync): (model: string) => Adapter {
  const upsert = db.prepare(
    `INSERT INTO oidc_records (model, id, payload, grant_id, uid, expires_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
       uid = excluded.uid, expires_at = excluded.expires_at`,
  );
  const find = db.prepare("SELECT payload FROM oidc_records WHERE model = ? AND id = ?");
  const findByUid = db.prepare("SELECT payload FROM oidc_records WHERE model = ? AND uid = ?");
  const consume = db.prepare(
    "UPDATE oidc_records SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?",
  );
  const destroy = db.prepare("DELETE FROM oidc_records WHERE model = ? AND id = ?");
  const revoke = db.prepare("DELETE FROM oidc_records WHERE model = ? AND grant_id = ?");

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? nowInSeconds() + expiresIn : null;
      const text = JSON.stringify(payload);
      const write = () =>
        upsert.run(model, id, text, payload.grantId ?? null, payload.uid ?? null, expiresAt);
      if (lasting.has(model)) durably(db, write);
      else write();
    },
    async find(id) {
      return parsePayload(find.get(model, id));
    },
    async findByUid(uid) {
      return parsePayload(findByUid.get(model, uid));
    },
    async findByUserCode() {
      return undefined;
    },
    async consume(id) {
      consume.run(nowInSeconds(), model, id);
    },
    async destroy(id) {
      destroy.run(model, id);
    },
    async revokeByGrantId(grantId) {
      revoke.run(model, grantId);
    },
  });
}

/** Deletes records that expired more than a day ago. */
export function removeExpiredRecords(db: DatabaseSync): void {
  db.prepare("DELETE FROM oidc_records WHERE expires_at < ?").run(nowInSeconds() - 86_400);
}
