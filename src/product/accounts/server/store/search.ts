import { and, desc, notInArray, sql } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";

import type { CardRow } from "../present.ts";
import { people } from "../tables.ts";

const { id, name, role, pictureFileId } = people;
const card = { id, name, role, pictureFileId };

/** People whose name begins with the key, in the order of their names. */
export async function findByPrefix(tx: Transaction, key: string, limit: number): Promise<CardRow[]> {
  const pattern = `${key.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return tx
    .select(card)
    .from(people)
    .where(sql`${people.nameKey} like ${pattern}`)
    .orderBy(sql`${people.nameKey} using ~<~`)
    .limit(limit);
}

/** People whose name resembles the key, the most alike first. */
export async function findAlike(
  tx: Transaction,
  key: string,
  wanted: { limit: number; without: readonly number[] },
): Promise<CardRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(and(sql`${people.nameKey} % ${key}`, notInArray(people.id, [...wanted.without])))
    .orderBy(desc(sql`similarity(${people.nameKey}, ${key})`), people.nameKey)
    .limit(wanted.limit);
}

export async function findNewest(tx: Transaction, limit: number): Promise<CardRow[]> {
  return tx.select(card).from(people).orderBy(desc(people.id)).limit(limit);
}
