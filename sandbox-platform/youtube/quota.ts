import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

export type Bucket = "videos.insert" | "units";

/** Google's daily limits per project. The sandbox shows them, but enforces them only by a failure rule. */
export const allowances: Record<Bucket, number> = { "videos.insert": 100, units: 10_000 };

const pacificDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles", dateStyle: "short" });

const rowSchema = z.object({ bucket: z.enum(["videos.insert", "units"]), used: z.number() });

export type Quota = ReturnType<typeof createQuota>;

/** Today's usage per client; as at Google, a day ends at midnight Pacific time. */
export function createQuota(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO quota (day, client_id, bucket, used) VALUES (?, ?, ?, ?)
     ON CONFLICT (day, client_id, bucket) DO UPDATE SET used = used + excluded.used`,
  );
  const today = db.prepare("SELECT bucket, sum(used) AS used FROM quota WHERE day = ? GROUP BY bucket");
  return {
    charge(clientId: string, bucket: Bucket, cost: number): void {
      add.run(pacificDay.format(new Date()), clientId, bucket, cost);
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
