import { and, desc, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import { prepared, type Reading } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";

import type { CardRow } from "../present.ts";
import { completeness, nameParts, people } from "../tables.ts";

const { id, name, nameKey, role, pictureFileId } = people;
const card = { id, name, role, pictureFileId };
const parts = nameParts(people.nameKey);

/** A found person, with the position of the first word that matches. */
export interface FoundRow extends CardRow {
  nameKey: string;
  complete: boolean;
  part: keyof typeof parts;
}

/** The people that a search finds: those in all roles, or editors; suspended ones are left out. */
export type Among = "all" | "editors";

/** A literal instead of a parameter, like all conditions of prepared statements that are the same in each call. */
const isAmong = { all: undefined, editors: sql`${role} = 'EDITOR'` };

/** Sorts after all text with the same prefix. */
const last = "\u{10ffff}";

const byStart = prepared("people_by_start", (db, among: Among) => {
  const [start, end] = [sql.placeholder("start"), sql.placeholder("end")];
  const beginning = (part: keyof typeof parts, kind: keyof typeof completeness) =>
    db
      .select({
        ...card,
        nameKey,
        complete: people.complete,
        part: sql<keyof typeof parts>`${sql.raw(`'${part}'`)}`,
      })
      .from(people)
      .where(
        and(
          sql`${parts[part]} ~>=~ ${start}`,
          sql`${parts[part]} ~<~ ${end}`,
          isNull(people.deletedAt),
          isNull(people.suspendedAt),
          completeness[kind](people.complete),
          isAmong[among],
        ),
      )
      .orderBy(sql`${parts[part]} using ~<~`)
      .limit(sql.placeholder("limit"));
  return unionAll(
    beginning("first", "complete"),
    beginning("second", "complete"),
    beginning("third", "complete"),
    beginning("first", "empty"),
    beginning("second", "empty"),
    beginning("third", "empty"),
  );
});

/**
 * People with a word that starts with the text (as `searchKey` returns it), at most `limit` for each word and for
 * complete and empty profiles each.
 */
export async function findByPrefix(
  tx: Reading,
  start: string,
  limit: number,
  among: Among,
): Promise<FoundRow[]> {
  return byStart(tx, among).execute({ start, end: start + last, limit });
}

/** People whose name contains the key, which has at least three letters. */
export async function findBySubstring(
  tx: Reading,
  key: string,
  limit: number,
  among: Among,
): Promise<CardRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(
      and(
        sql`${people.nameKey} like ${containing(key)}`,
        isNull(people.deletedAt),
        isNull(people.suspendedAt),
        isAmong[among],
      ),
    )
    .limit(limit);
}

const newest = prepared("people_newest", (db, among: Among) =>
  db
    .select(card)
    .from(people)
    .where(and(isNull(people.deletedAt), isNull(people.suspendedAt), isAmong[among]))
    .orderBy(desc(people.complete), desc(people.id))
    .limit(sql.placeholder("limit")),
);

/** The newest people, those with an empty profile last. */
export async function findNewest(tx: Reading, limit: number, among: Among): Promise<CardRow[]> {
  return newest(tx, among).execute({ limit });
}
