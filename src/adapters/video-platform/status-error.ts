import type { Operation } from "./http.ts";
import type { PlatformErrorCode } from "./platform-error.ts";

/** Problems of refused calls that send other files than videos. */
const refusedFile = new Map<Operation, PlatformErrorCode>([
  ["setThumbnail", "thumbnail_invalid"],
  ["addCaption", "caption_invalid"],
]);

/** The error of an unsuccessful response for whose reason there is no error. */
export function statusError(operation: Operation, status: number): PlatformErrorCode {
  if (status === 400) return refusedFile.get(operation) ?? "invalid_metadata";
  if (status === 401) return "access_expired";
  if (status === 403) return "channel_forbidden";
  if (status === 404 || status === 410) return operation === "sendChunk" ? "session_gone" : "video_not_found";
  // The offset of a chunk: tus.io/protocols/resumable-upload, "PATCH".
  if (status === 409) return "range_refused";
  if (status === 413) return refusedFile.get(operation) ?? "file_size";
  if (status === 415) return refusedFile.get(operation) ?? "media_refused";
  if (status === 429) return "rate_limited";
  return status >= 500 || status === 408 ? "unavailable" : "refused";
}
