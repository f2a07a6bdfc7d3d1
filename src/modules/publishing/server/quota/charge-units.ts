import { eq, lt, sql } from "drizzle-orm";

import { AdapterError } from "#core/adapter-error.ts";
import type { Context } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import { quotaProblem, type QuotaPurpose, type UnitsUsed } from "#modules/publishing/rules/quota.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { quotaUse } from "../tables.ts";
import { quotaOf } from "./renewal.ts";

/** The creator whose channel a call is for, and the purpose of the call. */
export interface Charged {
  personId: number;
  purpose: QuotaPurpose;
}

/**
 * Charges units of YouTube's quota to a creator. Publishing is always charged. Throws `quota_share_used` or
 * `quota_exceeded`, and charges nothing, where other calls exceed what they may use. `spent` units are charged in any case.
 */
export async function chargeUnits(
  dependencies: Pick<PublishingDependencies, "run" | "platforms" | "youtubeQuota">,
  { personId, purpose }: Charged,
  { units, spent }: { units: number; spent: boolean },
): Promise<void> {
  const { run, youtubeQuota } = dependencies;
  const quota = quotaOf(dependencies);
  const problem = await run(null, async (ctx) => {
    const day = quota.day(ctx.now);
    if (purpose === "other" && !spent) {
      await lockQuota(ctx);
      const refused = quotaProblem(units, await unitsUsed(ctx.tx, day, personId), youtubeQuota);
      if (refused) return { code: refused, seconds: quota.secondsUntilRenewal(ctx.now) };
    }
    await addUnits(ctx.tx, { day, personId, [purpose]: units });
    return null;
  });
  if (!problem) return;
  const { code, seconds: retryAfterSeconds } = problem;
  const message = `The calls of creator ${personId} other than publishing may use no more units today.`;
  throw new AdapterError({ kind: "retry", code, message, retryAfterSeconds });
}

/** Until the end of the transaction, no other one decides whether units may be used. */
async function lockQuota({ tx }: Context): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('publishing.quota', 0))`);
}

async function unitsUsed(tx: Transaction, day: string, personId: number): Promise<UnitsUsed> {
  const { publishing, other } = quotaUse;
  const [used] = await tx
    .select({
      publishing: sql<number>`coalesce(sum(${publishing}), 0)::int`,
      other: sql<number>`coalesce(sum(${other}), 0)::int`,
      ownOther: sql<number>`coalesce(sum(${other}) filter (where ${quotaUse.personId} = ${personId}), 0)::int`,
    })
    .from(quotaUse)
    .where(eq(quotaUse.day, day));
  return used ?? { publishing: 0, other: 0, ownOther: 0 };
}

async function addUnits(tx: Transaction, use: typeof quotaUse.$inferInsert): Promise<void> {
  const { publishing, other } = quotaUse;
  await tx
    .insert(quotaUse)
    .values(use)
    .onConflictDoUpdate({
      target: [quotaUse.day, quotaUse.personId],
      set: { publishing: sql`${publishing} + excluded.publishing`, other: sql`${other} + excluded.other` },
    });
}

/** Deletes what was used before a day. */
export async function deleteUseBefore(tx: Transaction, day: string): Promise<void> {
  await tx.delete(quotaUse).where(lt(quotaUse.day, day));
}
