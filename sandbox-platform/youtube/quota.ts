import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

export type Bucket = "videos.insert" | "units";

/** Uploads that Google allows a project in a day. The sandbox shows them, but refuses none. */
const uploadsPerDay = 100;

const pacificDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles", dateStyle: "short" });

const usedSchema = z.object({ used: z.number() });
const rowSchema = z.object({ bucket: z.enum(["videos.insert", "units"]), used: z.number() });

export type Quota = ReturnType<typeof createQuota>;

/** Today's usage per client; as at Google, a day ends at midnight Pacific time. */
export function createQuota(db: DatabaseSync, unitsPerDay: number) {
  const allowances: Record<Bucket, number> = { "videos.insert": uploadsPerDay, units: unitsPerDay };
  const find = db.prepare("SELECT used FROM quota WHERE day = ? AND client_id = ? AND bucket = ?");
  const add = db.prepare(
    `INSERT INTO quota (day, client_id, bucket, used) VALUES (?, ?, ?, ?)
     ON CONFLICT (day, client_id, bucket) DO UPDATE SET used = used + excluded.used`,
  );
  const today = db.prepare("SELECT bucket, sum(used) AS used FROM quota WHERE day = ? GROUP BY bucket");
  return {
    allowances,
    /** Counts the cost of a call. False, and counts nothing, if too few units are left. */
    charge(clientId: string, bucket: Bucket, cost: number): boolean {
      const day = pacificDay.format(new Date());
      const { used } = usedSchema.parse(find.get(day, clientId, bucket) ?? { used: 0 });
      if (bucket === "units" && used + cost > unitsPerDay) return false;
      add.run(day, clientId, bucket, cost);
      return true;
    },
    usedToday(): Record<Bucket, number> {
      const used: Record<Bucket, number> = { "videos.insert": 0, units: 0 };
      for (const row of today.all(pacificDay.format(new Date()))) {
        const parsed = rowSchema.parse(row);
        used[parsed.bucket] = parsed.used;
      }
      return used;
    },
  };
}
