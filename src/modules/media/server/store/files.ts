import { and, asc, eq, gt, gte, inArray, lt, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { isOneOf, prepared, type Reading, type Transaction } from "#core/server/database.ts";

import { type StoredFile, storedFiles } from "../tables.ts";

/** Since when something that a form brought has waited to be taken, or to have arrived at all. */
export interface Waiting {
  before: Date;
  begun: Date;
}

export async function insertFile(tx: Transaction, file: StoredFile): Promise<void> {
  await tx.insert(storedFiles).values(file);
}

/** Notes that a staged file is stored, from when on it waits to be kept; false when it was swept meanwhile. */
export async function noteArrival(
  tx: Transaction,
  id: string,
  arrived: { bytes: number; at: Date },
): Promise<boolean> {
  const noted = await tx
    .update(storedFiles)
    .set({ bytes: arrived.bytes, createdAt: arrived.at })
    .where(and(eq(storedFiles.id, id), eq(storedFiles.state, "staged")))
    .returning({ id: storedFiles.id });
  return noted.length > 0;
}

/** The row, locked until the transaction ends. */
export async function lockFile(tx: Transaction, id: string): Promise<StoredFile | null> {
  const [row] = await tx.select().from(storedFiles).where(eq(storedFiles.id, id)).for("update");
  return row ?? null;
}

export type ReadableFile = Pick<StoredFile, "id" | "personId" | "name" | "type" | "bytes">;

const readableFiles = prepared("readable_files", (db) => {
  const { id, personId, name, type, bytes, state } = storedFiles;
  return db
    .select({ id, personId, name, type, bytes })
    .from(storedFiles)
    .where(and(isOneOf(id, sql.placeholder("ids")), inArray(state, ["staged", "kept"])));
});

/** Files that can be read, by id. */
export async function findFiles(tx: Reading, ids: readonly string[]): Promise<ReadableFile[]> {
  return ids.length === 0 ? [] : readableFiles(tx).execute({ ids });
}

export async function findFile(tx: Reading, id: string): Promise<ReadableFile | null> {
  const [file] = await findFiles(tx, [id]);
  return file ?? null;
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

/**
 * Files that no action has kept: those that arrived before `before`, unless something of the same person has come since
 * or is still coming (the first files of a form wait for its last, however slow the line is), and those that began
 * before `begun`.
 */
export async function unkeptFiles(tx: Transaction, { before, begun }: Waiting): Promise<string[]> {
  const { id, personId, state, bytes, createdAt } = storedFiles;
  const others = alias(storedFiles, "others");
  const coming = tx
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.personId, personId),
        eq(others.state, "staged"),
        gte(others.createdAt, createdAt),
        or(gte(others.createdAt, before), and(eq(others.bytes, 0), gte(others.createdAt, begun))),
      ),
    );
  const waited = and(gt(bytes, 0), lt(createdAt, before), notExists(coming));
  const rows = await tx
    .select({ id })
    .from(storedFiles)
    .where(and(eq(state, "staged"), or(waited, lt(createdAt, begun))));
  return rows.map((row) => row.id);
}

/** Files that a person has sent and that can be read, oldest first. */
export async function filesOf(tx: Transaction, personId: number): Promise<StoredFile[]> {
  return tx
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.personId, personId), ne(storedFiles.state, "removing")))
    .orderBy(asc(storedFiles.createdAt));
}
