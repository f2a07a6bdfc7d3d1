import type { DatabaseSync } from "node:sqlite";

import { z } from "zod";

export type Bucket = "videos.insert" | "units";

/** Google's allowances per project and day; the sandbox shows them but refuses only when told to. */
export const allowances: Record<Bucket, number> = { "videos.insert": 100, units: 10_000 };

const pacificDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles", dateStyle: "short" });

const rowSchema = z.object({ bucket: z.enum(["videos.insert", "units"]), used: z.number() });

export type Quota = ReturnType<typeof createQuota>;

/** What each client has used today; a day ends at midnight in California, as Google's does. */
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
