import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import { inList, prepared, type Reading, type Transaction } from "#core/server/database.ts";

import { type StoredFile, storedFiles } from "../tables.ts";

export async function insertFile(tx: Transaction, file: typeof storedFiles.$inferInsert): Promise<void> {
  await tx.insert(storedFiles).values(file);
}

/** Records that a staged file is stored; its time to be claimed starts now. False when it has expired meanwhile. */
export async function recordArrival(
  tx: Transaction,
  id: string,
  arrived: { bytes: number; at: Date },
): Promise<boolean> {
  const updated = await tx
    .update(storedFiles)
    .set({ bytes: arrived.bytes, missing: 0, createdAt: arrived.at })
    .where(and(eq(storedFiles.id, id), eq(storedFiles.state, "staged")))
    .returning({ id: storedFiles.id });
  return updated.length > 0;
}

/** Records how many bytes of a staged file are missing. */
export async function recordMissing(tx: Transaction, id: string, missing: number): Promise<void> {
  await tx
    .update(storedFiles)
    .set({ missing })
    .where(and(eq(storedFiles.id, id), eq(storedFiles.state, "staged")));
}

export type ReadableFile = Pick<StoredFile, "id" | "personId" | "name" | "type" | "bytes">;

const readableFiles = prepared("readable_files", (db) => {
  const { id, personId, name, type, bytes, state } = storedFiles;
  return db
    .select({ id, personId, name, type, bytes })
    .from(storedFiles)
    .where(and(inList(id, sql.placeholder("ids")), inArray(state, ["staged", "kept"])));
});

/** Files that can be read, by id. */
export async function findFiles(tx: Reading, ids: readonly string[]): Promise<ReadableFile[]> {
  return ids.length === 0 ? [] : readableFiles(tx).execute({ ids });
}

export async function findFile(tx: Reading, id: string): Promise<ReadableFile | null> {
  const [file] = await findFiles(tx, [id]);
  return file ?? null;
}

/** Files in any state, by id. */
export async function findFileRows(tx: Reading, ids: readonly string[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  // One parameter, because PostgreSQL accepts 65,535 of them at most.
  return tx
    .select()
    .from(storedFiles)
    .where(sql`${storedFiles.id} = any(${sql.param([...ids])}::uuid[])`);
}

/** The account in whose storage a file counts, and its use. */
export interface CountedUse {
  accountId: number;
  use: NonNullable<StoredFile["use"]>;
}

export async function lockFileRows(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(inArray(storedFiles.id, [...ids]))
    .orderBy(asc(storedFiles.id))
    .for("update");
}

/** Keeps files that `personId` has uploaded in forms (or that are kept already); returns the ids that are kept now. */
export async function markKept(
  tx: Transaction,
  ids: readonly string[],
  { personId, counted }: { personId: number; counted: CountedUse | null },
): Promise<Set<string>> {
  const rows = await tx
    .update(storedFiles)
    .set({ state: "kept", accountId: counted?.accountId ?? null, use: counted?.use ?? null })
    .where(
      and(
        inArray(storedFiles.id, [...ids]),
        eq(storedFiles.personId, personId),
        inArray(storedFiles.state, ["staged", "kept", "lost"]),
        isNull(storedFiles.sha256),
      ),
    )
    .returning({ id: storedFiles.id });
  return new Set(rows.map((row) => row.id));
}

/** Keeps a file that the server has made. False when it has expired. */
export async function markMadeFileKept(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(storedFiles)
    .set({ state: "kept" })
    .where(and(eq(storedFiles.id, id), isNull(storedFiles.personId), eq(storedFiles.state, "staged")))
    .returning({ id: storedFiles.id });
  return rows.length > 0;
}

/**
 * Ids of unclaimed files: those stored before `storedBefore`, and those whose request began before `begunBefore`.
 * A file does not expire while its user has uploaded something since, or is still uploading: the first files of a form
 * wait for its last, however slow the connection is.
 */
export async function unclaimedFiles(
  tx: Transaction,
  { storedBefore, begunBefore }: { storedBefore: Date; begunBefore: Date },
): Promise<string[]> {
  const { id, personId, state, bytes, createdAt } = storedFiles;
  const others = alias(storedFiles, "others");
  const stillUploading = and(eq(others.bytes, 0), gte(others.createdAt, begunBefore));
  const ofSameForm = tx
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.personId, personId),
        eq(others.state, "staged"),
        gte(others.createdAt, createdAt),
        or(gte(others.createdAt, storedBefore), stillUploading),
      ),
    );
  const unclaimed = and(gt(bytes, 0), lt(createdAt, storedBefore), notExists(ofSameForm));
  const rows = await tx
    .select({ id })
    .from(storedFiles)
    .where(and(eq(state, "staged"), or(unclaimed, lt(createdAt, begunBefore))));
  return rows.map((row) => row.id);
}

/** A file, and its time of creation in full precision. */
export interface ListedFile {
  file: StoredFile;
  place: string;
}

/** Readable files that a user has uploaded after `last`, oldest first. */
export async function listPersonFiles(
  tx: Reading,
  query: { personId: number; last: ListedFile | null; limit: number },
): Promise<ListedFile[]> {
  const { personId, createdAt, id, state } = storedFiles;
  const { last } = query;
  const after = last && sql`(${createdAt}, ${id}) > (${last.place}::timestamptz, ${last.file.id})`;
  return tx
    .select({ file: getTableColumns(storedFiles), place: sql<string>`${createdAt}::text` })
    .from(storedFiles)
    .where(and(eq(personId, query.personId), ne(state, "removing"), after ?? undefined))
    .orderBy(asc(createdAt), asc(id))
    .limit(query.limit);
}
