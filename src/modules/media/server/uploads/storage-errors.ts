import type { StorageErrorCode } from "#adapters/object-storage/storage.ts";
import { AdapterError } from "#core/adapter-error.ts";
import type { AppError } from "#core/error.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

const responses: Partial<Record<StorageErrorCode, () => AppError>> = {
  offset: () => mediaError("upload_offset"),
  busy: () => mediaError("upload_busy", { retryAfterSeconds: 1 }),
  too_large: () => mediaError("upload_beyond_end"),
  no_space: () => mediaError("no_space"),
  missing: () => mediaError("upload_ended"),
  no_access: () => mediaError("storage_unavailable", { retryAfterSeconds: 60 }),
  unavailable: () => mediaError("storage_unavailable", { retryAfterSeconds: 5 }),
};
const responsesByCode = new Map<string, () => AppError>(Object.entries(responses));

/** The error to send to the uploader for an error of the object store; any other error unchanged. */
export function toMediaError(error: unknown): unknown {
  return error instanceof AdapterError ? (responsesByCode.get(error.code)?.() ?? error) : error;
}
