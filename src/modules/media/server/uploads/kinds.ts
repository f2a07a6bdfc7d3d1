import type { Context, ReadContext } from "#core/server/context.ts";
import { after } from "#core/time.ts";
import { type UploadKind, uploadInactivityLimit, uploadKinds } from "#modules/media/rules/uploads.ts";

import type { Upload } from "../tables.ts";
import { fileUploads } from "./file-uploads.ts";
import { findUpload, ownUpload } from "./queries.ts";
import type { UploadedKind } from "./uploaded-kind.ts";
import { videoUploads } from "./video-uploads.ts";

export const uploadedKinds: Record<UploadKind, UploadedKind> = { video: videoUploads, file: fileUploads };

/** A user's upload, in progress or received. */
export interface SentUpload {
  id: string;
  kind: UploadKind;
  bytes: number;
  /** Its row; null once it was received. */
  inProgress: Upload | null;
}

/** The upload of a user; `ended` when it was cancelled or has expired, null for any other. */
export async function findSentUpload(
  ctx: ReadContext,
  personId: number,
  id: string,
): Promise<SentUpload | "ended" | null> {
  const inProgress = await ownUpload(ctx.tx, personId, id);
  if (inProgress) return { id, kind: inProgress.kind, bytes: inProgress.bytes, inProgress };
  for (const kind of uploadKinds) {
    const received = await uploadedKinds[kind].findReceived(ctx, personId, id);
    if (received === "ended") return "ended";
    if (received) return { id, kind, bytes: received.bytes, inProgress: null };
  }
  return null;
}

/** Ends an upload that has reached `uploadInactivityLimit`; does nothing when it was continued meanwhile. */
export async function expireUpload(ctx: Context, { id, kind }: Pick<Upload, "id" | "kind">): Promise<void> {
  if (!(await uploadedKinds[kind].lock(ctx, id))) return;
  const upload = await findUpload(ctx.tx, id);
  if (upload && isInactive(upload, ctx.now)) await uploadedKinds[kind].abandon(ctx, id);
}

/** True when an upload has received nothing for `uploadInactivityLimit`. */
export function isInactive(upload: Pick<Upload, "createdAt" | "writerUntil">, now: Date): boolean {
  return after(upload.writerUntil ?? upload.createdAt, uploadInactivityLimit) < now;
}
