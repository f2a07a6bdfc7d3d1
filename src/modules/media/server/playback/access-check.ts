import type { Read, ReadContext } from "#core/server/context.ts";
import type { Reading } from "#core/server/database.ts";
import { createExpiringCache } from "#core/server/expiring-cache.ts";
import { second } from "#core/time.ts";
import { mediaError } from "#modules/media/contract/videos.ts";
import { type FileOwner, ownerText } from "#modules/media/rules/file-owner.ts";

import type { MayRead } from "../dependencies.ts";

/** The part of a verified URL that decides on access. */
interface UserClaims {
  id: string;
  personId: number;
  owner: FileOwner | null;
}

/**
 * Time for which a result is cached, in milliseconds: players request parts of a file many times a second. Also the delay after
 * which a revoked access ends in every process.
 */
export const accessCacheMilliseconds = second;
const maxCachedResults = 1000;

/**
 * Returns a function that finds the row of a verified URL. It throws `not_stored` when the row is missing or the user may
 * no longer read it, so that both look the same to the client.
 */
export function createAccessCheck<Row extends { personId: number | null }>(parts: {
  find: (tx: Reading, id: string) => Promise<Row | null>;
  mayRead: MayRead;
  read: Read;
  clock: () => Date;
}): (claims: UserClaims) => Promise<Row> {
  const { find, mayRead, read, clock } = parts;
  const cached = createExpiringCache<Row>({
    lifetime: accessCacheMilliseconds,
    maxEntries: maxCachedResults,
    clock,
  });
  return ({ id, personId, owner }) => {
    const check = async (ctx: ReadContext) => {
      const row = await find(ctx.tx, id);
      const uploaded = row?.personId === personId;
      const allowed = owner === null ? uploaded : await mayRead(ctx, { id, personId, owner });
      if (!row || !allowed) throw mediaError("not_stored");
      return row;
    };
    return cached(`${id} ${personId} ${owner ? ownerText(owner) : ""}`, () => read(null, check));
  };
}
