import type { ReadContext } from "#core/server/context.ts";
import { footageError } from "#modules/footage/contract/files.ts";
import { downloadPaths } from "#modules/footage/rules/download-paths.ts";
import { personCards } from "#modules/people/server/public/people.ts";

import { fileState } from "../files/present.ts";
import { findFiles, type StoredFootage } from "../files/queries.ts";
import type { DownloadRow } from "../tables.ts";
import { layoutZip, type ZipLayout } from "../zip/zip.ts";

/** A file that can be downloaded, whose checksums are stored. */
export interface DownloadableFile extends StoredFootage {
  sha256: string;
  crc32: number;
}

export function isDownloadable(row: StoredFootage): row is DownloadableFile {
  return fileState(row) === "verified" && row.sha256 !== null && row.crc32 !== null;
}

/** Address of the ZIP of a download. */
export function zipAddress(id: string, name: string): string {
  return `/media/z/${id}/${encodeURIComponent(name)}`;
}

/** The files of a download in their order. Throws `download_changed` if one of them is gone. */
export async function filesOfDownload(
  ctx: ReadContext,
  { taskId, fileIds }: DownloadRow,
): Promise<DownloadableFile[]> {
  const rows = (await findFiles(ctx.tx, taskId, fileIds)).filter(isDownloadable);
  if (rows.length !== fileIds.length) throw footageError("download_changed");
  return rows;
}

/** The path of each file in a ZIP or a folder, by its id. What people have delivered is in folders with their names, if there are several. */
export async function pathsInDownload(
  ctx: ReadContext,
  rows: readonly StoredFootage[],
): Promise<Map<string, string>> {
  const places = new Set(rows.map(({ file }) => file.deliveredBy));
  const cards =
    places.size > 1
      ? await personCards(
          ctx,
          [...places].filter((id) => id !== null),
        )
      : null;
  const stored = rows.map(({ file: { fileId, deliveredBy, folder, name } }) => {
    const person = deliveredBy !== null ? cards?.get(deliveredBy)?.name : undefined;
    // Names of people are unique, and could be those of folders.
    const place = person === undefined ? [] : [`From ${person.replaceAll("/", "_")}`];
    return { fileId, path: [...place, ...(folder === "" ? [] : [folder]), name].join("/") };
  });
  const paths = downloadPaths(stored.map(({ path }) => path));
  return new Map(stored.map(({ fileId, path }) => [fileId, paths.get(path) ?? path]));
}

/** The ZIP of these files. */
export async function archiveLayout(ctx: ReadContext, rows: readonly DownloadableFile[]): Promise<ZipLayout> {
  const paths = await pathsInDownload(ctx, rows);
  return layoutZip(
    rows.map(({ file: { fileId, lastModified, receivedAt }, bytes, crc32 }) => ({
      file: fileId,
      path: paths.get(fileId) ?? fileId,
      bytes,
      crc32,
      modified: new Date(lastModified ?? receivedAt ?? 0),
    })),
  );
}
