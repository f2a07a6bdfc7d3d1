import type { Passkey } from "#modules/accounts/contract/passkeys.ts";

import type { Passkey as PasskeyRow } from "../tables.ts";

export function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
