import type { ReadContext } from "#core/server/context.ts";

import type { PersonCard } from "../contract.ts";
import { nameKey, searchLimit, suggestionLimit } from "../rules.ts";
import { meantStarts, searchKey, typedKeys } from "../rules/name-words.ts";
import { type CardRow, presentCard } from "./present.ts";
import { findWordsByKeys } from "./store/name-words.ts";
import { findByStart, findNewest, findWithin } from "./store/search.ts";

/** With fewer people than these found, a typo is thought of. */
const few = 5;
/** Most words that are looked at for one typo. */
const mostWords = 200;
/** One or two letters are in the middle of nearly every name. */
const shortestWithin = 3;

/**
 * At most 20 people: names that begin with the query, then names of which a later word does, then the same with one
 * typo where these are few, and where nobody is found, names that have the query anywhere. Without a query, a few
 * newest. Every step ends after a fixed number of rows, whatever the number of people.
 */
export async function searchPeople(ctx: ReadContext, query: string): Promise<PersonCard[]> {
  const key = searchKey(query);
  if (key === "") return (await findNewest(ctx.tx, suggestionLimit)).map(presentCard);
  const found = new Map<number, CardRow>();
  const take = (rows: readonly CardRow[]) => {
    for (const row of rows) if (found.size < searchLimit && !found.has(row.id)) found.set(row.id, row);
  };
  take(await findByStart(ctx.tx, key, searchLimit));
  if (found.size < few) {
    for (const start of await startsMeant(ctx, key)) take(await findByStart(ctx.tx, start, searchLimit));
  }
  if (found.size === 0 && [...key].length >= shortestWithin) {
    take(await findWithin(ctx.tx, nameKey(query), searchLimit));
  }
  return [...found.values()].map(presentCard);
}

async function startsMeant(ctx: ReadContext, key: string): Promise<string[]> {
  const keys = typedKeys(key);
  return keys.length === 0 ? [] : meantStarts(key, await findWordsByKeys(ctx.tx, keys, mostWords));
}
