import { createRun, type Run } from "#foundation/server/context.ts";
import type { Database } from "#foundation/server/database.ts";
import { createSeal } from "#foundation/server/seal.ts";

/** Runs actions without an app around them; what a test doesn't give has no effect. */
export function createTestRun(
  db: Database,
  parts: Partial<Omit<Parameters<typeof createRun>[0], "db">> = {},
): Run {
  return createRun({
    db,
    clock: () => new Date(),
    seal: createSeal("a secret of the tests, long enough to be one"),
    enqueue: async () => undefined,
    sendLive: () => undefined,
    reactions: [],
    ...parts,
  });
}
