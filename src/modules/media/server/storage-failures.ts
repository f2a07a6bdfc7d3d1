import type { StorageErrorCode } from "#adapters/object-storage/storage.ts";
import type { AppError } from "#core/error.ts";

import { mediaError } from "../contract.ts";

/** What a sender reads of the store's failure. */
const asked: Partial<Record<StorageErrorCode, () => AppError>> = {
  offset: () => mediaError("upload_offset"),
  busy: () => mediaError("upload_busy", { retryAfterSeconds: 1 }),
  too_large: () => mediaError("upload_beyond_end"),
  no_space: () => mediaError("no_space"),
  missing: () => mediaError("upload_over"),
  no_access: () => mediaError("storage_away", { retryAfterSeconds: 60 }),
  unavailable: () => mediaError("storage_away", { retryAfterSeconds: 5 }),
};

/** The code of a store's failure, or null for anything else. */
export function storageCode(error: unknown): StorageErrorCode | null {
  if (!(error instanceof Error) || error.name !== "AdapterError" || !("code" in error)) return null;
  return error.code as StorageErrorCode;
}

/** The failure that the sender of a file is told, or the error as it is. */
export function asMediaError(error: unknown): unknown {
  const code = storageCode(error);
  return (code && asked[code]?.()) ?? error;
}
