import { day, second } from "#core/time.ts";

/** Results of an upload: a video of a task, or a stored file. */
export const uploadKinds = ["video", "file"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** Length of a lease to append to an upload, which a request renews while it sends. */
export const leaseLength = 10 * second;
/** Resumable uploads expire after this long without a received byte. */
export const uploadInactivityLimit = 7 * day;
/** Clients take an upload for stopped if nothing was reported for this long. */
export const silentFor = 15 * second;

/** Whether an upload was being sent in the last seconds: `writerUntil` is the end of its last lease. */
export function isBeingSent(upload: { writerUntil: Date | null; createdAt: Date }, now: Date): boolean {
  const until = upload.writerUntil?.getTime() ?? upload.createdAt.getTime() + leaseLength;
  return until > now.getTime();
}
