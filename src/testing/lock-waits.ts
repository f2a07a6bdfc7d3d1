import { sql } from "drizzle-orm";
import { expect } from "vitest";

import type { Database } from "#core/server/database.ts";

const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when a transaction waits for a lock of another one. */
export async function untilLockWait(db: Pick<Database, "execute">): Promise<void> {
  await expect.poll(async () => (await db.execute(waiting)).rowCount).toBeGreaterThan(0);
}

/** A gate at which a transaction waits until the test opens it. */
export interface Gate {
  /** Resolves when the transaction has arrived. */
  reached: Promise<void>;
  wait: () => Promise<void>;
  open: () => void;
}

export function createGate(): Gate {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  const wait = async () => {
    arrive();
    await opened;
  };
  return { open, reached, wait };
}
