import { and, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import { isOneOf, prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { typoKeys, wordsOfName } from "#modules/accounts/rules/name-words.ts";

import { nameParts, nameWords, people } from "../tables.ts";

const parts = nameParts(people.nameKey);

/**
 * Keeps the words of a name that somebody now has, and forgets those of the one they had before which nobody has any
 * more: words of names are personal. Call it once the person's row is written; null stands for no name.
 */
export async function renewWords(
  tx: Transaction,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  const noted = to === null ? [] : wordsOfName(to);
  const left = from === null ? [] : wordsOfName(from).filter((word) => !noted.includes(word));
  await lockWords(tx, { noted, left });
  if (noted.length > 0) await tx.insert(nameWords).values(noted.flatMap(rowsOf)).onConflictDoNothing();
  for (const word of left) if ((await findNamedByWord(tx, word)).length === 0) await forgetWord(tx, word);
}

const wordsByKeys = prepared("words_by_keys", (db) =>
  db
    .select({ word: nameWords.word })
    .from(nameWords)
    .where(isOneOf(nameWords.typoKey, sql.placeholder("keys")))
    .limit(sql.placeholder("limit")),
);

/** Words that share one of these keys, from at most so many rows. */
export async function findWordsByKeys(
  tx: Reading,
  keys: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await wordsByKeys(tx).execute({ keys, limit });
  return [...new Set(rows.map(({ word }) => word))];
}

/** Up to three people with the word among the first three of their name: one by its first, one by its second … */
export async function findNamedByWord(tx: Transaction, word: string): Promise<{ id: number }[]> {
  // Behind a word comes a blank or nothing, and "!" is the first sign that sorts behind the blank.
  const having = (part: typeof parts.first) =>
    tx
      .select({ id: people.id })
      .from(people)
      .where(and(sql`${part} ~>=~ ${word}`, sql`${part} ~<~ ${`${word}!`}`, isNull(people.deletedAt)))
      .limit(1);
  return unionAll(having(parts.first), having(parts.second), having(parts.third));
}

const rowsOf = (word: string) => typoKeys(word).map((typoKey) => ({ typoKey, word }));

async function forgetWord(tx: Transaction, word: string): Promise<void> {
  const rows = rowsOf(word).map(({ typoKey }) => sql`(${typoKey}, ${word})`);
  const key = sql`(${nameWords.typoKey}, ${nameWords.word})`;
  await tx.delete(nameWords).where(sql`${key} in (${sql.join(rows, sql`, `)})`);
}

/**
 * Whoever leaves a word waits for everybody who is just taking it, so that none is forgotten that somebody has. All in
 * one order, so that no two wait for each other.
 */
async function lockWords(tx: Transaction, words: { noted: string[]; left: string[] }): Promise<void> {
  for (const word of [...words.noted, ...words.left].sort()) {
    const lock = words.left.includes(word) ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`;
    await tx.execute(sql`select ${lock}(hashtextextended(${`name word ${word}`}, 0))`);
  }
}
