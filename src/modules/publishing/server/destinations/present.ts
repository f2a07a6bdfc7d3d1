import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";
import { scopeNames } from "#modules/publishing/rules/permission.ts";

import type { DestinationRow } from "./queries.ts";

export function presentDestination(row: DestinationRow): ConnectedDestination {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    pictureUrl: row.pictureUrl,
    account: row.accountId,
    connectedAt: row.connectedAt.toISOString(),
    checkedAt: row.checkedAt.toISOString(),
    brokenAt: row.brokenAt?.toISOString() ?? null,
    scopes: scopeNames(row.scopes),
  };
}
