import { setTimeout as wait } from "node:timers/promises";

import type { Pool } from "pg";

import { isDue } from "./due.ts";

const runsOrIsDue = `state = 'active' or (${isDue})`;
const ownQueues = `name not like '\\_\\_pgboss%'`;

/** Resolves when no job is running or due. */
export async function untilIdle(pool: Pool, timeoutMilliseconds: number): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ what: string }>(
      `select format('%s (%s)', name, state) as what from pgboss.job where (${runsOrIsDue}) and ${ownQueues}`,
    );
    if (rows.length === 0) return;
    if (performance.now() - begun > timeoutMilliseconds) {
      throw new Error(
        `Jobs did not finish within ${timeoutMilliseconds} ms: ${rows.map((row) => row.what).join(", ")}.`,
      );
    }
    await wait(5);
  }
}

/** Makes delayed jobs due `milliseconds` earlier. */
export async function bringForward(pool: Pool, milliseconds: number): Promise<void> {
  await pool.query(
    `update pgboss.job set start_after = start_after - make_interval(secs => $1)
     where state in ('created', 'retry') and start_after > now() and ${ownQueues}`,
    [milliseconds / 1000],
  );
}
