import { and, eq, inArray, ne } from "drizzle-orm";

import type { Transaction } from "#core/server/database.ts";

import { type StoredFile, storedFiles, uploads } from "../tables.ts";

/** The row, locked until the transaction ends. */
export async function lockFile(tx: Transaction, id: string): Promise<StoredFile | null> {
  const [row] = await tx.select().from(storedFiles).where(eq(storedFiles.id, id)).for("update");
  return row ?? null;
}

/** Changes columns of a file. */
export async function updateFile(
  tx: Transaction,
  id: string,
  change: Partial<Omit<StoredFile, "id">>,
): Promise<void> {
  await tx.update(storedFiles).set(change).where(eq(storedFiles.id, id));
}

/** Marks files for removal; returns the ids of those that were not marked before. */
export async function markRemoving(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const marked = await tx
    .update(storedFiles)
    .set({ state: "removing" })
    .where(and(inArray(storedFiles.id, [...ids]), ne(storedFiles.state, "removing")))
    .returning({ id: storedFiles.id });
  return marked.map((row) => row.id);
}

export async function deleteFileRow(tx: Transaction, id: string): Promise<void> {
  await tx.delete(storedFiles).where(and(eq(storedFiles.id, id), eq(storedFiles.state, "removing")));
}

/** Deletes the rows of uploads whose state `receiving` ends in this transaction; ignores unknown ids. */
export async function deleteUploads(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(uploads).where(inArray(uploads.id, [...ids]));
}
