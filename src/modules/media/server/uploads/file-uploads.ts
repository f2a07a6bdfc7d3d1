import type { Context, ReadContext } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { fileUploadEnded } from "#modules/media/contract/files.ts";
import { mediaError } from "#modules/media/contract/videos.ts";

import { markFilesDeleted } from "../deletion/deletion.ts";
import { removeFileObject } from "../deletion/jobs.ts";
import { deleteUploads, lockFile, updateFile } from "../deletion/queries.ts";
import { digestDeadline } from "../preparation/digests.ts";
import { fileKey } from "../videos/object-keys.ts";
import { fileFacts, refuseFile } from "./file-digests.ts";
import { ownFile } from "./file-queries.ts";
import type { ReceivedUpload, UploadedKind } from "./uploaded-kind.ts";
import { requestVerification } from "./verify-files.ts";

/** Uploads that become stored files. */
export const fileUploads: UploadedKind = {
  objectKey: fileKey,
  findReceived: findReceivedFile,
  lock: async (ctx, fileId) => (await lockFile(ctx.tx, fileId))?.state === "receiving",
  complete: completeFileUpload,
  abandon: abandonFileUpload,
  // Later modules read it from `uploads`: one user may send thousands of files.
  reportProgress: async () => undefined,
  recordSentDigest: recordSentFileDigest,
  removeObjects: removeFileObject,
};

async function findReceivedFile(
  ctx: ReadContext,
  personId: number,
  fileId: string,
): Promise<ReceivedUpload | "ended" | null> {
  const file = await ownFile(ctx.tx, personId, fileId);
  // Files of forms are never resumable.
  if (!file || file.owner === null) return null;
  return file.state === "removing" ? "ended" : { bytes: file.bytes };
}

/** Starts the verification of a file whose last byte is stored. */
async function completeFileUpload(ctx: Context, fileId: string): Promise<boolean> {
  const file = await lockFile(ctx.tx, fileId);
  if (file?.state !== "receiving") return file !== null && file.state !== "removing";
  await updateFile(ctx.tx, fileId, { state: "verifying", createdAt: ctx.now });
  await deleteUploads(ctx.tx, [fileId]);
  await requestVerification(ctx, file);
  return true;
}

async function abandonFileUpload(ctx: Context, fileId: string): Promise<boolean> {
  const file = await lockFile(ctx.tx, fileId);
  if (file?.state !== "receiving") return false;
  await markFilesDeleted(ctx, [fileId]);
  await ctx.emit(fileUploadEnded, fileFacts(file));
  return true;
}

/**
 * Stores the SHA-256 that the uploader's browser has computed, and compares it where that of the stored file is known. Throws
 * `digest_other` where a different one is stored, `upload_ended` for a deleted file or more than an hour after the last byte.
 */
async function recordSentFileDigest(ctx: Context, fileId: string, sentSha256: string): Promise<void> {
  const file = await lockFile(ctx.tx, fileId);
  if (!file || file.state === "removing") throw mediaError("upload_ended");
  if (file.state === "damaged" || file.state === "lost" || file.sentSha256 === sentSha256) return;
  if (file.sentSha256 !== null) throw mediaError("digest_other");
  const isLate = file.state === "kept" && after(file.createdAt, digestDeadline) < ctx.now;
  if (isLate) throw mediaError("upload_ended");
  await updateFile(ctx.tx, fileId, { sentSha256 });
  if (file.sha256 !== null && file.sha256 !== sentSha256) await refuseFile(ctx, file, "damaged");
}
