import type { FileContent } from "#core/endpoint.ts";
import { commonError } from "#core/error.ts";
import type { Page } from "#core/page.ts";
import { currentActor, type ReadContext } from "#core/server/context.ts";
import { type DownloadFile, footageError } from "#modules/footage/contract/files.ts";
import { sha256Sums, sha256SumsName } from "#modules/footage/rules/checksums.ts";
import { signAddresses } from "#modules/media/server/public/media.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import type { DownloadRow } from "../tables.ts";
import { filesOfDownload, pathsInDownload } from "./archive.ts";
import { findDownload } from "./queries.ts";

/** A download of the actor who has access to its task. */
export async function readDownload(ctx: ReadContext, id: string, taskId?: number): Promise<DownloadRow> {
  const row = await findDownload(ctx.tx, { id, personId: currentActor(ctx).id });
  if (!row || (taskId !== undefined && row.taskId !== taskId)) throw footageError("download_not_found");
  await taskFor(ctx, row.taskId, "view");
  return row;
}

interface DownloadRef {
  taskId: number;
  downloadId: string;
}

/** A page of the files of a download; the cursor is the number of those before. */
export async function downloadFiles(
  ctx: ReadContext,
  { taskId, downloadId }: DownloadRef,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<DownloadFile>> {
  await taskFor(ctx, taskId, "view");
  const rows = await filesOfDownload(ctx, await readDownload(ctx, downloadId, taskId));
  const paths = await pathsInDownload(ctx, rows);
  const start = Number(cursor ?? 0);
  if (!Number.isSafeInteger(start) || start < 0) {
    throw commonError("invalid_input", { message: "Invalid cursor. Reload the list." });
  }
  const page = rows.slice(start, start + limit);
  const urls = signAddresses(
    ctx,
    page.map(({ file, type }) => ({ id: file.fileId, name: file.name, type })),
    new Map(page.map(({ file }) => [file.fileId, { kind: "footage", id: taskId }])),
  );
  return {
    items: page.map(({ file: { fileId: id }, bytes, sha256 }) => {
      const [path, url] = [paths.get(id) ?? id, urls.get(id) ?? ""];
      return { id, path, bytes, sha256, url };
    }),
    nextCursor: start + limit < rows.length ? String(start + limit) : null,
  };
}

/** The checksums of a download in a file. */
export async function downloadChecksums(
  ctx: ReadContext,
  { taskId, downloadId }: DownloadRef,
): Promise<FileContent> {
  await taskFor(ctx, taskId, "view");
  const rows = await filesOfDownload(ctx, await readDownload(ctx, downloadId, taskId));
  const paths = await pathsInDownload(ctx, rows);
  const sums = rows.map(({ file, sha256 }) => ({ path: paths.get(file.fileId) ?? file.fileId, sha256 }));
  return { name: sha256SumsName, type: "text/plain", content: sha256Sums(sums) };
}
