import type { ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/people/contract.ts";
import { nameKey, searchLimit, suggestionLimit } from "#modules/people/rules.ts";
import { correctedStarts, searchKey, typedKeys } from "#modules/people/rules/name-words.ts";

import { type CardRow, presentCard } from "../present.ts";
import { findWordsByKeys } from "./name-words.ts";
import { findByStart, findNewest, findWithin } from "./queries.ts";

/** With fewer results than these, words with a typo are searched too. */
const minResults = 5;
/** The maximum number of words compared with a query. */
const maxWords = 200;
/** Shorter queries occur in nearly every name. */
const shortestWithin = 3;

/**
 * Returns at most 20 people: names that start with the query, names with a later word that starts with it, the same
 * with one typo if there are few results, and if there are none, names that contain the query. For an empty query, the
 * newest people. Each query reads a bounded number of rows.
 */
export async function searchPeople(ctx: ReadContext, query: string): Promise<PersonCard[]> {
  const key = searchKey(query);
  if (key === "") return (await findNewest(ctx.tx, suggestionLimit)).map(presentCard);
  const found = new Map<number, CardRow>();
  const add = (rows: readonly CardRow[]) => {
    for (const row of rows) if (found.size < searchLimit && !found.has(row.id)) found.set(row.id, row);
  };
  add(await findByStart(ctx.tx, key, searchLimit));
  if (found.size < minResults) {
    for (const start of await startsWithoutTypo(ctx, key)) add(await findByStart(ctx.tx, start, searchLimit));
  }
  if (found.size === 0 && [...key].length >= shortestWithin) {
    add(await findWithin(ctx.tx, nameKey(query), searchLimit));
  }
  return [...found.values()].map(presentCard);
}

async function startsWithoutTypo(ctx: ReadContext, key: string): Promise<string[]> {
  const keys = typedKeys(key);
  return keys.length === 0 ? [] : correctedStarts(key, await findWordsByKeys(ctx.tx, keys, maxWords));
}
