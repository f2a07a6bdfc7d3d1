import { randomUUID } from "node:crypto";

import { currentActor, type Context } from "#core/server/context.ts";
import { videoTypeOfName } from "#core/video-types.ts";
import { mediaError } from "#modules/media/contract/videos.ts";
import { type FileOwner, ownerText } from "#modules/media/rules/file-owner.ts";
import { maxFilesAtOnce, maxVideoBytes } from "#modules/media/rules/limits.ts";

import { safeFileName } from "../files/file-name.ts";
import { typeOfName } from "../files/file-type.ts";
import { admitUploads, type Store } from "../space/disk-space.ts";
import { insertFiles } from "../uploads/file-queries.ts";
import { findFileUploads, insertFileUploads } from "../uploads/queries.ts";
import { uploadPath } from "../uploads/upload-url.ts";

/** A file that a browser is about to upload. */
export interface AnnouncedFile {
  name: string;
  /** Size in bytes; 0 for an empty file, which is complete with the first request. */
  bytes: number;
  /** Identifies the file on the uploader's machine. */
  fingerprint: string;
}

/** Files of one owner. */
interface AnnouncedFiles {
  owner: FileOwner;
  /** The user in whose storage they count; nobody's if null. */
  accountId: number | null;
  /** At most `maxFilesAtOnce`. */
  files: readonly AnnouncedFile[];
}

/** An upload that the browser continues with the tus protocol at `uploadUrl` from byte `received`. */
export interface OpenFileUpload {
  fileId: string;
  uploadUrl: string;
  received: number;
  bytes: number;
}

/**
 * Opens uploads for the actor, in the order of `files`; those in progress of the same files for the same owner are returned instead. The
 * file is readable after `fileReceived`; until then `removeFiles` cancels it. An upload expires after 7 days without a byte, also before
 * its first. Throws `upload_too_large`, `no_space`, `over_quota` and `creator_over_quota`; then none is opened.
 */
export async function beginFileUploads(
  ctx: Context,
  storage: Store,
  { owner: { kind, id: ownerId }, accountId, files }: AnnouncedFiles,
): Promise<OpenFileUpload[]> {
  if (files.length === 0) return [];
  if (files.length > maxFilesAtOnce) throw new RangeError(`Begin at most ${maxFilesAtOnce} files at once.`);
  if (files.some(({ bytes }) => bytes > maxVideoBytes)) throw mediaError("upload_too_large");
  const [personId, owner] = [currentActor(ctx).id, ownerText({ kind, id: ownerId })];
  const distinct = new Map(files.map((file) => [identity(file), file]));
  const row = { personId, accountId, owner, createdAt: ctx.now };
  const inserted = await insertFileUploads(
    ctx.tx,
    [...distinct.values()].map(({ bytes, fingerprint }) =>
      Object.assign({ id: randomUUID(), kind: "file" as const, bytes, fingerprint }, row),
    ),
  );
  if (inserted.length > 0) {
    await insertFiles(
      ctx.tx,
      inserted.map((upload) => {
        const name = safeFileName(distinct.get(identity(upload))?.name ?? "");
        const type = videoTypeOfName(name) ?? typeOfName(name);
        return { ...row, id: upload.id, name, type, bytes: upload.bytes, use: "footage", state: "receiving" };
      }),
    );
    const bytes = inserted.reduce((total, upload) => total + upload.bytes, 0);
    const ids = inserted.map(({ id }) => id);
    await admitUploads(ctx, storage, { ids, bytes, missing: bytes, accountId, senderId: personId });
  }
  const fingerprints = files.map(({ fingerprint }) => fingerprint);
  const uploads = await findFileUploads(ctx.tx, { personId, owner, fingerprints });
  const byIdentity = new Map(uploads.map((upload) => [identity(upload), upload]));
  return files.map((file) => {
    const upload = byIdentity.get(identity(file));
    // It was completed or cancelled since the insertion.
    if (!upload) throw mediaError("upload_ended");
    const { id, received, bytes } = upload;
    return { fileId: id, uploadUrl: uploadPath(id), received, bytes };
  });
}

/** A changed file has another identity. */
function identity({ bytes, fingerprint }: Pick<AnnouncedFile, "bytes" | "fingerprint">): string {
  return `${bytes}:${fingerprint}`;
}
