import type { Handlers } from "#core/server/bind-endpoints.ts";
import { readIdCursor } from "#core/server/id-cursor.ts";
import type { operatorLogEndpoints } from "#modules/operators/contract/log.ts";

import { listActions } from "./queries.ts";

export function operatorLogHandlers(): Handlers<typeof operatorLogEndpoints> {
  return {
    log: ({ query, read }) =>
      read(async ({ tx }) => {
        const { limit } = query;
        const rows = await listActions(tx, { before: readIdCursor(query.cursor), limit });
        const items = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
        return { items, nextCursor: rows.length === limit ? String(rows.at(-1)?.id) : null };
      }),
  };
}
