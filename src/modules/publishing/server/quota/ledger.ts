import { and, eq, inArray, isNull, lt, ne, sql } from "drizzle-orm";

import { AdapterError } from "#core/adapter-error.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import { destinationKinds } from "#modules/publishing/platforms/platforms.ts";
import {
  type QuotaBucket,
  quotaBuckets,
  type QuotaLimits,
  type QuotaProblem,
  type QuotaUse,
} from "#modules/publishing/rules/quota.ts";

import type { PublishingDependencies } from "../dependencies.ts";
import { destinations, quotaUse } from "../tables.ts";
import { clientQuota } from "./renewal.ts";

/**
 * Charges a call to a creator before it is made, so that a killed process has charged too much rather than too little. Throws
 * the problem that `rule` finds, and charges nothing then.
 */
export async function charge(
  dependencies: Pick<PublishingDependencies, "run" | "platforms">,
  personId: number,
  cost: Partial<Record<QuotaBucket, number>>,
  rule?: (use: QuotaUse) => QuotaProblem,
): Promise<void> {
  const quota = clientQuota(dependencies);
  const refusal = await dependencies.run(null, async (ctx) => {
    const { tx, now } = ctx;
    const day = quota.day(now);
    if (rule) {
      // Until the end of the transaction, no other one decides whether a call may be made.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('publishing.quota', 0))`);
      const code = rule(await readUse(dependencies, ctx, personId));
      if (code) return { code, retryAfterSeconds: quota.secondsUntilRenewal(now) };
    }
    const rows = Object.entries(cost).map(([bucket, used]) => ({ day, personId, bucket, used }));
    await tx
      .insert(quotaUse)
      .values(rows as (typeof quotaUse.$inferInsert)[])
      .onConflictDoUpdate({
        target: [quotaUse.day, quotaUse.personId, quotaUse.bucket],
        set: { used: sql`${quotaUse.used} + excluded.used` },
      });
    return null;
  });
  if (!refusal) return;
  const message = `Creator ${personId} may use no more today: ${Object.keys(cost).join(", ")}.`;
  throw new AdapterError({ kind: "retry", ...refusal, message });
}

/** The use of today's quota by one creator and by all. */
export async function readUse(
  dependencies: Pick<PublishingDependencies, "platforms">,
  { tx, now }: ReadContext,
  personId: number,
): Promise<QuotaUse> {
  const { bucket, used } = quotaUse;
  const kinds = destinationKinds.filter((kind) => dependencies.platforms[kind].quota);
  const rows = await tx
    .select({
      bucket,
      all: sql<number>`sum(${used})::int`,
      own: sql<number>`coalesce(sum(${used}) filter (where ${quotaUse.personId} = ${personId}), 0)::int`,
    })
    .from(quotaUse)
    .where(eq(quotaUse.day, clientQuota(dependencies).day(now)))
    .groupBy(bucket);
  const useOfBucket = (name: QuotaBucket) => rows.find((row) => row.bucket === name) ?? { own: 0, all: 0 };
  const byBucket = Object.fromEntries(quotaBuckets.map((name) => [name, useOfBucket(name)]));
  const [someone] = await tx
    .select({ id: destinations.id })
    .from(destinations)
    .where(
      and(
        inArray(destinations.kind, kinds),
        ne(destinations.personId, personId),
        isNull(destinations.brokenAt),
      ),
    )
    .limit(1);
  return { used: byBucket as QuotaUse["used"], alone: someone === undefined };
}

/** The parts of today's quota with what all creators together have used of them. */
export async function readServerUse(
  dependencies: Pick<PublishingDependencies, "platforms" | "youtubeQuota">,
  { tx, now }: ReadContext,
): Promise<{ part: keyof QuotaLimits; used: number; limit: number }[]> {
  const rows = await tx
    .select({ bucket: quotaUse.bucket, used: sql<number>`sum(${quotaUse.used})::int` })
    .from(quotaUse)
    .where(eq(quotaUse.day, clientQuota(dependencies).day(now)))
    .groupBy(quotaUse.bucket);
  const parts: Record<keyof QuotaLimits, readonly QuotaBucket[]> = {
    uploads: ["uploads"],
    units: ["publishing", "other"],
    counts: ["counts"],
    reports: ["reports"],
  };
  return (["uploads", "units", "counts", "reports"] as const).map((part) => ({
    part,
    used: rows.reduce(
      (sum, row) => sum + (parts[part].some((bucket) => bucket === row.bucket) ? row.used : 0),
      0,
    ),
    limit: dependencies.youtubeQuota[part],
  }));
}

/** Deletes what was used before a day. */
export async function deleteUseBefore(tx: Transaction, day: string): Promise<void> {
  await tx.delete(quotaUse).where(lt(quotaUse.day, day));
}
