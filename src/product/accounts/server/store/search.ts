import { and, desc, isNull, notInArray, sql } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";

import type { CardRow } from "../present.ts";
import { people } from "../tables.ts";

const { id, name, role, pictureFileId } = people;
const card = { id, name, role, pictureFileId };

/** Former members are found by nobody. */
const isMember = isNull(people.deletedAt);

const literally = (key: string) => key.replace(/[\\%_]/g, String.raw`\$&`);

/** People whose name begins with the key, in the order of their names. */
export async function findByPrefix(tx: Transaction, key: string, limit: number): Promise<CardRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(and(isMember, sql`${people.nameKey} like ${`${literally(key)}%`}`))
    .orderBy(sql`${people.nameKey} using ~<~`)
    .limit(limit);
}

/** How many are wanted, and who is known already. */
interface Wanted {
  limit: number;
  without: readonly number[];
}

/** People with the key, of three letters or more, anywhere in their name. */
export async function findWithin(tx: Transaction, key: string, wanted: Wanted): Promise<CardRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(
      and(
        isMember,
        sql`${people.nameKey} like ${`%${literally(key)}%`}`,
        notInArray(people.id, [...wanted.without]),
      ),
    )
    .limit(wanted.limit);
}

/** One typo in a word of five letters leaves half of its trigrams (pg_trgm's own threshold of 0.6 refuses it). */
const alikeFrom = "0.45";

/** People with a part of their name that resembles the key, the most alike first. */
export async function findAlike(tx: Transaction, key: string, wanted: Wanted): Promise<CardRow[]> {
  await tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${alikeFrom}, true)`);
  return tx
    .select(card)
    .from(people)
    .where(and(isMember, sql`${key} <% ${people.nameKey}`, notInArray(people.id, [...wanted.without])))
    .orderBy(
      desc(sql`word_similarity(${key}, ${people.nameKey})`),
      desc(sql`similarity(${key}, ${people.nameKey})`),
      people.nameKey,
    )
    .limit(wanted.limit);
}

export async function findNewest(tx: Transaction, limit: number): Promise<CardRow[]> {
  return tx.select(card).from(people).where(isMember).orderBy(desc(people.id)).limit(limit);
}
