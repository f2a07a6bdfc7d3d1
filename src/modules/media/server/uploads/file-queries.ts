import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { isUnverified, type StoredFile, storedFiles } from "../tables.ts";

export async function insertFiles(
  tx: Transaction,
  files: readonly (typeof storedFiles.$inferInsert)[],
): Promise<void> {
  await tx.insert(storedFiles).values([...files]);
}

/** A file that `personId` has uploaded, or null. */
export async function ownFile(tx: Reading, personId: number, fileId: string): Promise<StoredFile | null> {
  const [row] = await tx
    .select()
    .from(storedFiles)
    .where(and(eq(storedFiles.id, fileId), eq(storedFiles.personId, personId)));
  return row ?? null;
}

/** Files of a user, or of deleted users for null, whose verification is outstanding, oldest first. */
export async function unverifiedFiles(
  tx: Reading,
  personId: number | null,
  { except, limit }: { except?: string; limit: number },
): Promise<Pick<StoredFile, "id" | "bytes">[]> {
  const { id, bytes, createdAt } = storedFiles;
  return tx
    .select({ id, bytes })
    .from(storedFiles)
    .where(
      and(
        isUnverified,
        personId === null ? isNull(storedFiles.personId) : eq(storedFiles.personId, personId),
        except === undefined ? undefined : ne(id, except),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit);
}

/** Users with files whose verification is outstanding; null for those of deleted users. */
export async function peopleWithUnverifiedFiles(tx: Reading): Promise<(number | null)[]> {
  const { personId } = storedFiles;
  const rows = await tx.select({ personId }).from(storedFiles).where(isUnverified).groupBy(personId);
  return rows.map((row) => row.personId);
}

/** Makes transactions that look for outstanding files of a user wait for each other, until they end. */
export async function lockVerification(tx: Transaction, personId: number | null): Promise<void> {
  const key = `verify files of ${personId ?? "deleted users"}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
