import { and, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import { isOneOf, prepared, type Reading, type Transaction } from "#core/server/database.ts";
import { typoKeys, wordsOfName } from "#modules/people/rules/name-words.ts";

import { completeness, nameParts, nameWords, people } from "../tables.ts";

const parts = nameParts(people.nameKey);

/**
 * Adds the words of a new name and deletes words of the old name that no other name has. Call it after the person's row
 * is written. Null means no name.
 */
export async function updateNameWords(
  tx: Transaction,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  const added = to === null ? [] : wordsOfName(to);
  const dropped = from === null ? [] : wordsOfName(from).filter((word) => !added.includes(word));
  await lockWords(tx, { added, dropped });
  if (added.length > 0) await tx.insert(nameWords).values(added.flatMap(rowsOf)).onConflictDoNothing();
  for (const word of dropped) if ((await findNamedByWord(tx, word)).length === 0) await deleteWord(tx, word);
}

const wordsByKeys = prepared("words_by_keys", (db) =>
  db
    .select({ word: nameWords.word })
    .from(nameWords)
    .where(isOneOf(nameWords.typoKey, sql.placeholder("keys")))
    .limit(sql.placeholder("limit")),
);

/** Words with one of these keys, from at most `limit` rows. */
export async function findWordsByKeys(
  tx: Reading,
  keys: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await wordsByKeys(tx).execute({ keys, limit });
  return [...new Set(rows.map(({ word }) => word))];
}

/** Up to six people with the word among the first three words of their name, one from each index. */
export async function findNamedByWord(tx: Transaction, word: string): Promise<{ id: number }[]> {
  // A word is followed by a space or nothing, and "!" is the first character after the space.
  const having = (part: keyof typeof parts, kind: keyof typeof completeness) =>
    tx
      .select({ id: people.id })
      .from(people)
      .where(
        and(
          sql`${parts[part]} ~>=~ ${word}`,
          sql`${parts[part]} ~<~ ${`${word}!`}`,
          isNull(people.deletedAt),
          completeness[kind](people.complete),
        ),
      )
      .limit(1);
  return unionAll(
    having("first", "complete"),
    having("second", "complete"),
    having("third", "complete"),
    having("first", "empty"),
    having("second", "empty"),
    having("third", "empty"),
  );
}

const rowsOf = (word: string) => typoKeys(word).map((typoKey) => ({ typoKey, word }));

async function deleteWord(tx: Transaction, word: string): Promise<void> {
  const rows = rowsOf(word).map(({ typoKey }) => sql`(${typoKey}, ${word})`);
  const key = sql`(${nameWords.typoKey}, ${nameWords.word})`;
  await tx.delete(nameWords).where(sql`${key} in (${sql.join(rows, sql`, `)})`);
}

/**
 * Transactions that drop a word wait for those that add it, so that no word in use is deleted. The locks are taken in
 * one order, which avoids deadlocks.
 */
async function lockWords(tx: Transaction, words: { added: string[]; dropped: string[] }): Promise<void> {
  for (const word of [...words.added, ...words.dropped].sort()) {
    const lock = words.dropped.includes(word)
      ? sql`pg_advisory_xact_lock`
      : sql`pg_advisory_xact_lock_shared`;
    await tx.execute(sql`select ${lock}(hashtextextended(${`name word ${word}`}, 0))`);
  }
}
