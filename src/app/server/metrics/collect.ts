import type { Pool } from "pg";
import { z } from "zod";

import type { JobInspection } from "#adapters/jobs/inspection.ts";
import type { CollectedFigures } from "#adapters/metrics/metrics.ts";
import type { Realtime } from "#adapters/realtime/realtime.ts";

const uploadsIn = z.object({ uploads: z.number() });

/** Reads the figures of the pool, the realtime connections, the uploads and the queues. */
export function createCollection(parts: {
  pool: Pick<Pool, "totalCount" | "idleCount" | "waitingCount"> & {
    query: (text: string) => Promise<{ rows: unknown[] }>;
  };
  realtime: Pick<Realtime, "connections">;
  jobInspection: Pick<JobInspection, "queues">;
}): () => Promise<CollectedFigures> {
  const { pool, realtime, jobInspection } = parts;
  return async () => {
    const [queues, { rows }] = await Promise.all([
      jobInspection.queues(),
      // The condition of the index, and then the state.
      pool.query(
        "select count(*)::int as uploads from videos where state in ('receiving', 'preparing') and state = 'receiving'",
      ),
    ]);
    const now = Date.now();
    return {
      sockets: realtime.connections(),
      pool: { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
      uploads: uploadsIn.parse(rows[0]).uploads,
      queues: queues.map(({ oldestDueAt, ...queue }) =>
        Object.assign(queue, {
          oldestSeconds: oldestDueAt ? Math.max(0, (now - oldestDueAt.getTime()) / 1000) : 0,
        }),
      ),
    };
  };
}
