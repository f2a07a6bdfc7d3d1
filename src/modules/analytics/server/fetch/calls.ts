import { eq, lt, sql } from "drizzle-orm";

import { AdapterError } from "#core/adapter-error.ts";
import type { Reading, Transaction } from "#core/server/database.ts";
import { callsPerDay, type CallsUsed, type FigureCall, mayCall } from "#modules/analytics/rules/quota.ts";
import { type DestinationRow, sharedQuotaOf } from "#modules/publishing/server/actions.ts";

import type { AnalyticsDependencies } from "../dependencies.ts";
import { figureCalls } from "../tables.ts";

/**
 * Counts a call before it is made, so that a killed process counts too many rather than too few. Throws `quota_share_used`, and counts
 * nothing, once the creator's share or the server's calls of the day are used up. Destinations without a shared quota are not counted.
 */
export async function chargeCall(
  dependencies: Pick<AnalyticsDependencies, "run" | "platforms" | "youtubeAnalyticsQuota">,
  destination: DestinationRow,
  call: FigureCall,
): Promise<void> {
  const quota = sharedQuotaOf(dependencies, destination);
  if (!quota) return;
  const { personId } = destination;
  const wait = await dependencies.run(null, async ({ tx, now }) => {
    const day = quota.day(now);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('analytics.calls', 0))`);
    const used = (await callsUsed(tx, day, personId))[call];
    if (!mayCall(callsPerDay(dependencies)[call], used)) return quota.secondsUntilRenewal(now);
    await tx
      .insert(figureCalls)
      .values({ day, personId, [call]: 1 })
      .onConflictDoUpdate({
        target: [figureCalls.day, figureCalls.personId],
        set: { [call]: sql`${figureCalls[call]} + 1` },
      });
    return null;
  });
  if (wait === null) return;
  throw new AdapterError({
    kind: "retry",
    code: "quota_share_used",
    message: `Creator ${personId} may make no more calls for ${call} today.`,
    retryAfterSeconds: wait,
  });
}

/** The calls that were made on a day: by a creator, and by all. */
export async function callsUsed(
  tx: Reading,
  day: string,
  personId: number,
): Promise<Record<FigureCall, CallsUsed>> {
  const own = sql`filter (where ${figureCalls.personId} = ${personId})`;
  const [row] = await tx
    .select({
      counts: sql<number>`coalesce(sum(${figureCalls.counts}), 0)::int`,
      reports: sql<number>`coalesce(sum(${figureCalls.reports}), 0)::int`,
      ownCounts: sql<number>`coalesce(sum(${figureCalls.counts}) ${own}, 0)::int`,
      ownReports: sql<number>`coalesce(sum(${figureCalls.reports}) ${own}, 0)::int`,
    })
    .from(figureCalls)
    .where(eq(figureCalls.day, day));
  const { counts = 0, reports = 0, ownCounts = 0, ownReports = 0 } = row ?? {};
  return { counts: { own: ownCounts, server: counts }, reports: { own: ownReports, server: reports } };
}

/** Deletes the counts of days before one. */
export async function deleteCallsBefore(tx: Transaction, day: string): Promise<void> {
  await tx.delete(figureCalls).where(lt(figureCalls.day, day));
}
