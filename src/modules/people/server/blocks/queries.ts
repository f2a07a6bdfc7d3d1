import { and, desc, eq, inArray, lt, or } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";

import { blocks, people } from "../tables.ts";

const { blockerId, blockedId } = blocks;

/** The ids of those of two users who have blocked the other one. */
export async function findBlockers(tx: Reading, one: number, two: number): Promise<number[]> {
  const rows = await tx
    .select({ id: blockerId })
    .from(blocks)
    .where(or(and(eq(blockerId, one), eq(blockedId, two)), and(eq(blockerId, two), eq(blockedId, one))));
  return rows.map(({ id }) => id);
}

/** The ids of those of some users who have blocked a user, or were blocked by them. */
export async function findBlockedAmong(
  tx: Reading,
  personId: number,
  ids: readonly number[],
): Promise<number[]> {
  const among = [...ids];
  const rows = await tx
    .select({ blockerId, blockedId })
    .from(blocks)
    .where(
      or(
        and(eq(blockerId, personId), inArray(blockedId, among)),
        and(eq(blockedId, personId), inArray(blockerId, among)),
      ),
    );
  return rows.map((row) => (row.blockerId === personId ? row.blockedId : row.blockerId));
}

/** Returns false if the user had already blocked the other one. */
export async function insertBlock(
  tx: Transaction,
  block: { blockerId: number; blockedId: number; createdAt: Date },
): Promise<boolean> {
  const rows = await tx.insert(blocks).values(block).onConflictDoNothing().returning({ id: blocks.id });
  return rows.length > 0;
}

export async function deleteBlock(
  tx: Transaction,
  block: { blockerId: number; blockedId: number },
): Promise<void> {
  await tx.delete(blocks).where(and(eq(blockerId, block.blockerId), eq(blockedId, block.blockedId)));
}

/** Deletes the blocks of a user and those by others. */
export async function deletePersonBlocks(tx: Transaction, personId: number): Promise<void> {
  await tx.delete(blocks).where(or(eq(blockerId, personId), eq(blockedId, personId)));
}

/** The users whom a user has blocked, the last blocked first. `before` is the id of the previous page's last block. */
export async function listBlocked(
  tx: Reading,
  query: { personId: number; before: number | null; limit: number },
) {
  const { id, name, role, pictureFileId } = people;
  return tx
    .select({ blockId: blocks.id, person: { id, name, role, pictureFileId } })
    .from(blocks)
    .innerJoin(people, eq(people.id, blockedId))
    .where(
      and(eq(blockerId, query.personId), query.before === null ? undefined : lt(blocks.id, query.before)),
    )
    .orderBy(desc(blocks.id))
    .limit(query.limit);
}

/** Names of all users whom a user has blocked, the first blocked first. */
export async function listBlockedNames(tx: Reading, personId: number) {
  return tx
    .select({ name: people.name, blockedAt: blocks.createdAt })
    .from(blocks)
    .innerJoin(people, eq(people.id, blockedId))
    .where(eq(blockerId, personId))
    .orderBy(blocks.id);
}
