import { and, eq, inArray, lt, ne } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";

import { type StoredFile, storedFiles } from "../tables.ts";

export async function insertFile(tx: Transaction, file: StoredFile): Promise<void> {
  await tx.insert(storedFiles).values(file);
}

export async function noteSize(tx: Transaction, id: string, bytes: number): Promise<void> {
  await tx.update(storedFiles).set({ bytes }).where(eq(storedFiles.id, id));
}

/** Files that can be read, by id. */
export async function findFiles(tx: Transaction, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(storedFiles)
    .where(and(inArray(storedFiles.id, [...ids]), ne(storedFiles.state, "removing")));
}

/** Keeps files that `personId` has just sent (or that are kept already); returns the ids that are kept now. */
export async function markKept(
  tx: Transaction,
  ids: readonly string[],
  personId: number,
): Promise<Set<string>> {
  const kept = await tx
    .update(storedFiles)
    .set({ state: "kept" })
    .where(
      and(
        inArray(storedFiles.id, [...ids]),
        eq(storedFiles.personId, personId),
        ne(storedFiles.state, "removing"),
      ),
    )
    .returning({ id: storedFiles.id });
  return new Set(kept.map((row) => row.id));
}

/** Marks files for removal; returns those that were not already. */
export async function markRemoving(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const marked = await tx
    .update(storedFiles)
    .set({ state: "removing" })
    .where(and(inArray(storedFiles.id, [...ids]), ne(storedFiles.state, "removing")))
    .returning({ id: storedFiles.id });
  return marked.map((row) => row.id);
}

export async function forgetFile(tx: Transaction, id: string): Promise<void> {
  await tx.delete(storedFiles).where(and(eq(storedFiles.id, id), eq(storedFiles.state, "removing")));
}

/** Files that were sent before `before` and that no action has kept. */
export async function unkeptFiles(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(and(eq(storedFiles.state, "staged"), lt(storedFiles.createdAt, before)));
  return rows.map((row) => row.id);
}
