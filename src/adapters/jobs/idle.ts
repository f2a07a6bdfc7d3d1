import { setTimeout as wait } from "node:timers/promises";

import type { Pool } from "pg";

const due = `state = 'active' or (state in ('created', 'retry') and start_after <= now())`;
const ours = `name not like '\\_\\_pgboss%'`;

/** Resolves when no job is running or due. */
export async function untilIdle(pool: Pool, patience: number): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ what: string }>(
      `select format('%s (%s)', name, state) as what from pgboss.job where (${due}) and ${ours}`,
    );
    if (rows.length === 0) return;
    if (performance.now() - begun > patience) {
      throw new Error(`Jobs are still not done: ${rows.map((row) => row.what).join(", ")}.`);
    }
    await wait(5);
  }
}

/** Moves the time of all waiting work `milliseconds` closer. */
export async function bringForward(pool: Pool, milliseconds: number): Promise<void> {
  await pool.query(
    `update pgboss.job set start_after = start_after - make_interval(secs => $1)
     where state in ('created', 'retry') and start_after > now() and ${ours}`,
    [milliseconds / 1000],
  );
}
