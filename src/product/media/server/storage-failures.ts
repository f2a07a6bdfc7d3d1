import type { StorageFailureCode } from "#devices/object-storage/storage.ts";
import type { Failure } from "#foundation/failure.ts";

import { mediaFailure } from "../contract.ts";

/** What a sender reads of the store's failure. */
const asked: Partial<Record<StorageFailureCode, () => Failure>> = {
  offset: () => mediaFailure("upload_offset"),
  busy: () => mediaFailure("upload_busy", { retryAfterSeconds: 1 }),
  too_large: () => mediaFailure("upload_beyond_end"),
  no_space: () => mediaFailure("no_space"),
  missing: () => mediaFailure("upload_over"),
  no_access: () => mediaFailure("storage_away", { retryAfterSeconds: 60 }),
  unavailable: () => mediaFailure("storage_away", { retryAfterSeconds: 5 }),
};

/** The code of a store's failure, or null for anything else. */
export function storageCode(error: unknown): StorageFailureCode | null {
  if (!(error instanceof Error) || error.name !== "DeviceFailure" || !("code" in error)) return null;
  return error.code as StorageFailureCode;
}

/** The failure that the sender of a file is told, or the error as it is. */
export function asMediaFailure(error: unknown): unknown {
  const code = storageCode(error);
  return (code && asked[code]?.()) ?? error;
}
