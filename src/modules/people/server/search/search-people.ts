import type { ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/people/contract.ts";
import { nameKey, searchLimit, suggestionLimit } from "#modules/people/rules.ts";
import { correctedPrefixes, searchKey, typoLookupKeys } from "#modules/people/rules/name-words.ts";

import { type CardRow, presentCard } from "../present.ts";
import { findWordsByKeys } from "./name-words.ts";
import { type Among, findByPrefix, findNewest, findBySubstring, type FoundRow } from "./queries.ts";

/** With fewer results than these, words with a typo are searched too. */
const minResults = 5;
/** The maximum number of words compared with a query. */
const maxWords = 200;
/** Shorter queries occur in nearly every name. */
const minInfixLetters = 3;

/** Places for people whose second or third word matches, although more than 20 first words do. */
const reserved = { second: 5, third: 3 };

/**
 * Returns at most 20 people: names that start with the query, names with a later word that starts with it, the same
 * with one typo if there are few results, and if there are none, names that contain the query. For an empty query, the
 * newest people. Empty profiles come after the others, except for a name that equals the query. Each query reads a
 * bounded number of rows.
 */
export async function searchPeople(
  ctx: ReadContext,
  query: string,
  among: Among = "all",
): Promise<PersonCard[]> {
  const key = searchKey(query);
  if (key === "") return (await findNewest(ctx.tx, suggestionLimit, among)).map(presentCard);
  const found = new Map<number, CardRow>();
  const add = (rows: readonly CardRow[]) => {
    for (const row of rows) if (found.size < searchLimit && !found.has(row.id)) found.set(row.id, row);
  };
  add(ranked(key, await findByPrefix(ctx.tx, key, searchLimit, among)));
  if (found.size < minResults) {
    for (const start of await startsWithoutTypo(ctx, key))
      add(ranked(start, await findByPrefix(ctx.tx, start, searchLimit, among)));
  }
  if (found.size === 0 && [...key].length >= minInfixLetters) {
    add(await findBySubstring(ctx.tx, nameKey(query), searchLimit, among));
  }
  return [...found.values()].map(presentCard);
}

/** At most 20 of the found people, best matches first. */
function ranked(key: string, rows: readonly FoundRow[]): FoundRow[] {
  const equal = rows.filter(({ nameKey }) => searchKey(nameKey) === key);
  const others = rows.filter((row) => !equal.includes(row));
  return [
    ...equal,
    ...byPart(others.filter(({ complete }) => complete)),
    ...byPart(others.filter(({ complete }) => !complete)),
  ];
}

/** At most 20 people in the order of the matching word. */
function byPart(rows: readonly FoundRow[]): FoundRow[] {
  const found = new Map<number, FoundRow>();
  for (const row of rows) if (!found.has(row.id)) found.set(row.id, row);
  const of = (part: FoundRow["part"]) => [...found.values()].filter((row) => row.part === part);
  const [first, second, third] = [of("first"), of("second"), of("third")];
  const later = Math.min(second.length, reserved.second) + Math.min(third.length, reserved.third);
  const firstShown = first.slice(0, searchLimit - later);
  const secondShown = second.slice(
    0,
    searchLimit - firstShown.length - Math.min(third.length, reserved.third),
  );
  return [...firstShown, ...secondShown, ...third].slice(0, searchLimit);
}

async function startsWithoutTypo(ctx: ReadContext, key: string): Promise<string[]> {
  const keys = typoLookupKeys(key);
  return keys.length === 0 ? [] : correctedPrefixes(key, await findWordsByKeys(ctx.tx, keys, maxWords));
}
