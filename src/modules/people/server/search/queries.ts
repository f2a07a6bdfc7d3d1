import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";

import type { Reading } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";

import { people } from "../tables.ts";

const { id, name, nameKey, role, pictureFileId, complete } = people;
const card = { id, name, role, pictureFileId };

/** The people that a search finds: those in all roles, or editors; suspended ones are left out. */
export type Among = "all" | "editors";

const isAmong = { all: undefined, editors: eq(role, "EDITOR") };

/** Newest accounts among which similar names are searched: the comparison reads each of them. */
const newestCompared = 10_000;
/** Share of a query's trigrams that a similar name has at least. */
const leastSimilarity = 0.3;

interface Search {
  key: string;
  among: Among;
  limit: number;
}

/** Matching people, the newest first, those with an empty profile last. */
async function findMatching(tx: Reading, { among, limit }: Search, matches: SQL) {
  return tx
    .select({ ...card, nameKey, complete })
    .from(people)
    .where(and(isNull(people.deletedAt), isNull(people.suspendedAt), isAmong[among], matches))
    .orderBy(desc(complete), desc(id))
    .limit(limit);
}
export type FoundRow = Awaited<ReturnType<typeof findMatching>>[number];

/** The person whose name is the key, if any. */
export async function findExact(tx: Reading, search: Search): Promise<FoundRow[]> {
  return findMatching(tx, search, eq(nameKey, search.key));
}

/** Patterns of what may be before the beginning of a word. */
const wordStarts = ["", "% ", "%.", String.raw`%\_`, "%-"];

/** People with a word that starts with the key; a space, dot, underscore or hyphen in it matches any of them. */
export async function findByWord(tx: Reading, search: Search): Promise<FoundRow[]> {
  const start = search.key.replace(/[\\%]/g, String.raw`\$&`).replace(/[\s._-]/g, "_");
  const patterns = wordStarts.map((before) => sql`${nameKey} like ${`${before}${start}%`}`);
  return findMatching(tx, search, sql`(${sql.join(patterns, sql` or `)})`);
}

/** People whose name contains the key. */
export async function findContaining(tx: Reading, search: Search): Promise<FoundRow[]> {
  return findMatching(tx, search, sql`${nameKey} like ${containing(search.key)}`);
}

/** The people with the most similar names among the newest accounts. */
export async function findSimilar(tx: Reading, { key, among, limit }: Search): Promise<FoundRow[]> {
  const similarity = sql`word_similarity(${key}, ${nameKey})`;
  const newest = sql`${id} > (select max(${id}) from ${people}) - ${newestCompared}`;
  return tx
    .select({ ...card, nameKey, complete })
    .from(people)
    .where(
      and(
        isNull(people.deletedAt),
        isNull(people.suspendedAt),
        isAmong[among],
        newest,
        sql`${similarity} >= ${leastSimilarity}`,
      ),
    )
    .orderBy(desc(similarity), desc(complete), desc(id))
    .limit(limit);
}

/** The newest people, those with an empty profile last. */
export async function findNewest(tx: Reading, limit: number, among: Among) {
  return tx
    .select(card)
    .from(people)
    .where(and(isNull(people.deletedAt), isNull(people.suspendedAt), isAmong[among]))
    .orderBy(desc(complete), desc(id))
    .limit(limit);
}
