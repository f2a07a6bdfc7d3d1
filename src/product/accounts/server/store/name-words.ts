import { and, eq, inArray } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";
import { typoKeys, wordsOfName } from "#product/accounts/rules/name-words.ts";

import { nameWords } from "../tables.ts";
import { findWithin } from "./search.ts";

/** Keeps the words of a name, in their order, so that two who are named alike at once don't wait for one another. */
export async function noteWords(tx: Transaction, nameKey: string): Promise<void> {
  const words = wordsOfName(nameKey).sort();
  if (words.length === 0) return;
  const rows = words.flatMap((word) => typoKeys(word).map((typoKey) => ({ typoKey, word })));
  await tx.insert(nameWords).values(rows).onConflictDoNothing();
}

/** Forgets the words of names that somebody has given up for good, except those that are in the names of others. */
export async function forgetWords(tx: Transaction, nameKeys: readonly string[]): Promise<void> {
  for (const word of new Set(nameKeys.flatMap(wordsOfName))) {
    if ((await findWithin(tx, word, 1)).length > 0) continue;
    const keys = inArray(nameWords.typoKey, typoKeys(word));
    await tx.delete(nameWords).where(and(keys, eq(nameWords.word, word)));
  }
}

/** Words that share one of these keys, from at most so many rows. */
export async function findWordsByKeys(
  tx: Transaction,
  keys: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .select({ word: nameWords.word })
    .from(nameWords)
    .where(inArray(nameWords.typoKey, [...keys]))
    .limit(limit);
  return [...new Set(rows.map(({ word }) => word))];
}
