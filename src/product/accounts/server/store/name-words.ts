import { inArray } from "drizzle-orm";

import type { Transaction } from "#foundation/server/database.ts";
import { typoKeys, wordsOfName } from "#product/accounts/rules/name-words.ts";

import { nameWords } from "../tables.ts";

/** Keeps the words of a name, in their order, so that two who are named alike at once don't wait for one another. */
export async function noteWords(tx: Transaction, nameKey: string): Promise<void> {
  const words = wordsOfName(nameKey).sort();
  if (words.length === 0) return;
  const rows = words.flatMap((word) => typoKeys(word).map((typoKey) => ({ typoKey, word })));
  await tx.insert(nameWords).values(rows).onConflictDoNothing();
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
