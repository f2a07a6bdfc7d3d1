import { setTimeout as wait } from "node:timers/promises";

import type { BaseLogger } from "pino";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";

/** Milliseconds that the start waits for the file store. */
const timeout = 5000;

/** Logs an error with the reason if the file store can't be reached or written. The start continues. */
export async function reportUnusableStore(
  storage: Pick<ObjectStorage, "check">,
  log: BaseLogger,
): Promise<void> {
  const late = wait(timeout, new Error(`It did not respond within ${timeout / 1000} seconds.`), {
    ref: false,
  });
  const error: unknown = await Promise.race([
    storage.check().then(
      () => null,
      (reason: unknown) => reason,
    ),
    late,
  ]);
  if (error === null) return;
  const reason = error instanceof Error ? error.message : String(error);
  log.error({ err: error }, `The file store can't be used, so uploads and videos fail. ${reason}`);
}
