import type { ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { nameKey, searchLimit, suggestionLimit } from "#modules/people/rules/people.ts";

import { presentCard } from "../people/present.ts";
import {
  type Among,
  findByWord,
  findContaining,
  findExact,
  findNewest,
  findSimilar,
  type FoundRow,
} from "./queries.ts";

/** Shorter queries have no trigram besides those of the beginning of a word. */
const minTrigramLetters = 3;
/** Names similar to shorter queries are unrelated. */
const minSimilarLetters = 5;
/** Matches that are ranked. */
const candidates = 100;

/**
 * Returns at most 20 people: the one with this name and names with a word that starts with the query; if there are none,
 * names that contain it, otherwise similar ones. For an empty query, the newest people. Empty profiles come after the others.
 */
export async function searchPeople(
  ctx: ReadContext,
  query: string,
  among: Among = "all",
): Promise<PersonCard[]> {
  const key = nameKey(query);
  if (key === "") return (await findNewest(ctx.tx, suggestionLimit, among)).map(presentCard);
  const search = { key, among, limit: candidates };
  const rows = await findExact(ctx.tx, search);
  rows.push(...ranked(key, await findByWord(ctx.tx, search)));
  const letters = [...key].length;
  if (letters >= minTrigramLetters && rows.length === 0) rows.push(...(await findContaining(ctx.tx, search)));
  if (letters >= minSimilarLetters && rows.length === 0) rows.push(...(await findSimilar(ctx.tx, search)));
  const people = new Map(rows.map((row) => [row.id, row]));
  return [...people.values()].slice(0, searchLimit).map(presentCard);
}

/** Complete profiles first, and names that start with the key before those with a later word. */
function ranked(key: string, rows: readonly FoundRow[]): FoundRow[] {
  const rank = (row: FoundRow) => (row.complete ? 0 : 2) + (row.nameKey.startsWith(key) ? 0 : 1);
  return rows.toSorted((one, other) => rank(one) - rank(other) || one.nameKey.localeCompare(other.nameKey));
}
