import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

import type { SandboxSettings } from "../settings.ts";

const buckets = ["videos.insert", "videos.batchGetStats", "reports", "units"] as const;
export type Bucket = (typeof buckets)[number];

/** Calls of `videos.batchGetStats` and of the Analytics API that Google allows a project in a day. */
const statisticsPerDay = 10_000;

const pacificDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles", dateStyle: "short" });

/** The day that quotas and statistics are counted for. */
export function quotaDay(moment: Date): string {
  return pacificDay.format(moment);
}

const usedSchema = z.object({ used: z.number() });
const rowSchema = z.object({ bucket: z.enum(buckets), used: z.number() });

export type Quota = ReturnType<typeof createQuota>;

/** Today's usage per client; as at Google, a day ends at midnight Pacific time. */
export function createQuota(
  db: DatabaseSync,
  { quotaUploads, quotaUnits }: Pick<SandboxSettings, "quotaUploads" | "quotaUnits">,
) {
  const allowances: Record<Bucket, number> = {
    "videos.insert": quotaUploads,
    "videos.batchGetStats": statisticsPerDay,
    reports: statisticsPerDay,
    units: quotaUnits,
  };
  const find = db.prepare("SELECT used FROM quota WHERE day = ? AND client_id = ? AND bucket = ?");
  const add = db.prepare(
    `INSERT INTO quota (day, client_id, bucket, used) VALUES (?, ?, ?, ?)
     ON CONFLICT (day, client_id, bucket) DO UPDATE SET used = used + excluded.used`,
  );
  const today = db.prepare("SELECT bucket, sum(used) AS used FROM quota WHERE day = ? GROUP BY bucket");
  return {
    allowances,
    /** Counts the cost of a call. False, and counts nothing, if too little is left. */
    charge(clientId: string, bucket: Bucket, cost: number): boolean {
      const day = quotaDay(new Date());
      const { used } = usedSchema.parse(find.get(day, clientId, bucket) ?? { used: 0 });
      if (used + cost > allowances[bucket]) return false;
      add.run(day, clientId, bucket, cost);
      return true;
    },
    usedToday(): Record<Bucket, number> {
      const used: Record<Bucket, number> = {
        "videos.insert": 0,
        "videos.batchGetStats": 0,
        reports: 0,
        units: 0,
      };
      for (const row of today.all(quotaDay(new Date()))) {
        const parsed = rowSchema.parse(row);
        used[parsed.bucket] = parsed.used;
      }
      return used;
    },
  };
}
