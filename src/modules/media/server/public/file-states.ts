import type { ReadContext } from "#core/server/context.ts";

import { findFileRows } from "../files/queries.ts";
import type { StoredFile } from "../tables.ts";
import { fileKey } from "../videos/object-keys.ts";

/** State, size and digests of a stored file. Digests are in hex and null while unknown; `crc32` is from 0 to 2³² − 1. */
export type FileState = Pick<
  StoredFile,
  "state" | "name" | "bytes" | "sha256" | "crc32" | "sentSha256" | "createdAt"
>;

/** Ids that `fileStates` accepts. */
const maxFileStates = 10_000;

/** States of files by id, in one query; those that don't exist are left out. Throws a `RangeError` for more than 10,000 ids. */
export async function fileStates(
  ctx: ReadContext,
  fileIds: readonly string[],
): Promise<Map<string, FileState>> {
  if (fileIds.length > maxFileStates) throw new RangeError(`Read at most ${maxFileStates} files at once.`);
  const rows = await findFileRows(ctx.tx, fileIds);
  return new Map(
    rows.map(({ id, state, name, bytes, sha256, crc32, sentSha256, createdAt }) => [
      id,
      { state, name, bytes, sha256, crc32, sentSha256, createdAt },
    ]),
  );
}

/**
 * Key of a file's object in the store, for routes that stream it themselves. They check access and that `fileStates` says `kept`: this
 * function does neither.
 */
export function fileObjectKey(fileId: string): string {
  return fileKey(fileId);
}
