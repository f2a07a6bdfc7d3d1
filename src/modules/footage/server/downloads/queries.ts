import { and, eq, lt } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { type DownloadRow, footageDownloads } from "../tables.ts";

export async function insertDownload(tx: Transaction, download: DownloadRow): Promise<void> {
  await tx.insert(footageDownloads).values(download);
}

/** A download of a person, or null. */
export async function findDownload(
  tx: Reading,
  { id, personId }: { id: string; personId: number },
): Promise<DownloadRow | null> {
  const [row] = await tx
    .select()
    .from(footageDownloads)
    .where(and(eq(footageDownloads.id, id), eq(footageDownloads.personId, personId)));
  return row ?? null;
}

/** Records that something of a download was requested, unless a later request has been recorded. */
export async function recordRead(tx: Transaction, id: string, readAt: Date): Promise<void> {
  await tx
    .update(footageDownloads)
    .set({ readAt })
    .where(and(eq(footageDownloads.id, id), lt(footageDownloads.readAt, readAt)));
}

/** Deletes downloads of which nothing was requested since then. */
export async function deleteExpired(tx: Transaction, readBefore: Date): Promise<void> {
  await tx.delete(footageDownloads).where(lt(footageDownloads.readAt, readBefore));
}
