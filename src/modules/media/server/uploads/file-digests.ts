import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Context } from "#core/server/context.ts";
import { fileReceived, fileRefused } from "#modules/media/contract/files.ts";
import { parseOwner } from "#modules/media/rules/file-owner.ts";

import { removeStoredFiles } from "../deletion/jobs.ts";
import { lockFile, updateFile } from "../deletion/queries.ts";
import type { StoredFile } from "../tables.ts";

/** Size and digests of a stored object. */
interface FileDigests {
  bytes: number;
  /** In hex. */
  sha256: string;
  /** From 0 to 2³² − 1. */
  crc32: number;
}

/** Reads an object once. Rejects with the errors of the store, `missing` among them. */
export async function readDigests(
  storage: ObjectStorage,
  key: string,
  signal: AbortSignal,
): Promise<FileDigests> {
  const hash = createHash("sha256");
  let [bytes, sum] = [0, 0];
  for await (const chunk of await storage.read(key)) {
    signal.throwIfAborted();
    const piece: unknown = chunk;
    if (!(piece instanceof Buffer)) continue;
    hash.update(piece);
    sum = crc32(piece, sum);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex"), crc32: sum };
}

/** Ends the verification of a file with the digests of its object; null where the object is missing. Does nothing for a deleted file. */
export async function recordFileDigests(
  ctx: Context,
  fileId: string,
  digests: FileDigests | null,
): Promise<void> {
  const file = await lockFile(ctx.tx, fileId);
  if (file?.state !== "verifying") return;
  if (!digests) return refuseFile(ctx, file, "lost");
  const { bytes, ...sums } = digests;
  await updateFile(ctx.tx, fileId, { ...sums, state: "kept" });
  // A file that was lost and is back has been verified before.
  const expected = file.sentSha256 ?? file.sha256 ?? sums.sha256;
  const isDamaged = bytes !== file.bytes || expected !== sums.sha256;
  if (isDamaged) await refuseFile(ctx, file, "damaged");
  else await ctx.emit(fileReceived, { ...fileFacts(file), bytes, ...sums });
}

/** Marks a file as unusable and removes the object of a damaged one. The caller has locked the file. */
export async function refuseFile(ctx: Context, file: StoredFile, reason: "damaged" | "lost"): Promise<void> {
  await updateFile(ctx.tx, file.id, { state: reason });
  if (reason === "damaged") await ctx.enqueue(removeStoredFiles, { fileIds: [file.id] });
  await ctx.emit(fileRefused, { ...fileFacts(file), reason });
}

/** The part that the events of a resumable upload have in common. */
export function fileFacts({ id: fileId, owner, personId }: StoredFile) {
  return { fileId, owner: parseOwner(owner ?? ""), personId };
}
