import { and, eq, isNull, lt, ne, sql, type SQLWrapper } from "drizzle-orm";

import { AdapterError } from "#core/adapter-error.ts";
import type { Context, ReadContext } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import {
  publishingProblem,
  type PublishingUsed,
  type QuotaAmounts,
  quotaProblem,
  type QuotaPurpose,
} from "#modules/publishing/rules/quota.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { destinations, quotaUse } from "../tables.ts";
import { quotaOf } from "./renewal.ts";

/** The creator whose channel a call is for, and the purpose of the call. */
export interface Charged {
  personId: number;
  purpose: QuotaPurpose;
}

/** The cost of a call in uploads and units, and for the start of publishing all that has to fit. */
interface Charge extends Partial<QuotaAmounts> {
  needed?: QuotaAmounts;
  spent?: boolean;
}

/**
 * Charges a call to a creator. Throws `quota_share_used` or `quota_exceeded`, and charges nothing, where calls other than
 * publishing exceed what they may use, or where what has to fit (`needed`) exceeds what publishing may. `spent` units are
 * charged in any case.
 */
export async function chargeUnits(
  dependencies: Pick<PublishingDependencies, "run" | "platforms" | "youtubeQuota">,
  { personId, purpose }: Charged,
  { uploads = 0, units = 0, needed, spent = false }: Charge,
): Promise<void> {
  const { run, youtubeQuota } = dependencies;
  const quota = quotaOf(dependencies);
  const problem = await run(null, async (ctx) => {
    const day = quota.day(ctx.now);
    if (needed ?? (purpose === "other" && !spent)) {
      await lockQuota(ctx);
      const used = await readUse(ctx.tx, day, personId);
      const refused = needed
        ? publishingProblem(needed, used, youtubeQuota)
        : quotaProblem(units, used, youtubeQuota.units);
      if (refused) return { code: refused, seconds: quota.secondsUntilRenewal(ctx.now) };
    }
    await addUnits(ctx.tx, { day, personId, uploads, [purpose]: units });
    return null;
  });
  if (!problem) return;
  const { code, seconds: retryAfterSeconds } = problem;
  const message = `The ${purpose} calls of creator ${personId} may use no more of the quota today.`;
  throw new AdapterError({ kind: "retry", code, message, retryAfterSeconds });
}

/** Until the end of the transaction, no other one decides whether units may be used. */
async function lockQuota({ tx }: Context): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('publishing.quota', 0))`);
}

/** Reads the use of a day by one creator and by all. */
export async function readUse(tx: ReadContext["tx"], day: string, personId: number) {
  const { publishing, other, uploads } = quotaUse;
  const total = (amount: SQLWrapper) => sql<number>`coalesce(sum(${amount}), 0)::int`;
  const own = (amount: SQLWrapper) =>
    sql<number>`coalesce(sum(${amount}) filter (where ${quotaUse.personId} = ${personId}), 0)::int`;
  const [row] = await tx
    .select({
      publishing: total(publishing),
      other: total(other),
      uploads: total(uploads),
      ownPublishing: own(publishing),
      ownOther: own(other),
      ownUploads: own(uploads),
    })
    .from(quotaUse)
    .where(eq(quotaUse.day, day));
  if (!row) throw new Error("A sum has no row.");
  const connectedByOthers = and(
    eq(destinations.kind, "youtube"),
    ne(destinations.personId, personId),
    isNull(destinations.brokenAt),
  );
  const [someone] = await tx
    .select({ id: destinations.id })
    .from(destinations)
    .where(connectedByOthers)
    .limit(1);
  const used: PublishingUsed = {
    own: { uploads: row.ownUploads, units: row.ownPublishing + row.ownOther },
    all: { uploads: row.uploads, units: row.publishing + row.other },
    alone: someone === undefined,
  };
  return { ...row, ...used };
}

async function addUnits(tx: Transaction, use: typeof quotaUse.$inferInsert): Promise<void> {
  const { publishing, other, uploads } = quotaUse;
  await tx
    .insert(quotaUse)
    .values(use)
    .onConflictDoUpdate({
      target: [quotaUse.day, quotaUse.personId],
      set: {
        publishing: sql`${publishing} + excluded.publishing`,
        other: sql`${other} + excluded.other`,
        uploads: sql`${uploads} + excluded.uploads`,
      },
    });
}

/** Deletes what was used before a day. */
export async function deleteUseBefore(tx: Transaction, day: string): Promise<void> {
  await tx.delete(quotaUse).where(lt(quotaUse.day, day));
}
