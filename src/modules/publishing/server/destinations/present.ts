import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";

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
    // Google's scopes are URLs; their last part is the name.
    scopes: row.scopes.map((scope) => scope.slice(scope.lastIndexOf("/") + 1)),
  };
}
