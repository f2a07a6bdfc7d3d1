import { and, desc, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import { prepared, type Reading } from "#core/server/database.ts";

import type { CardRow } from "../present.ts";
import { nameParts, people } from "../tables.ts";

const { id, name, role, pictureFileId } = people;
const card = { id, name, role, pictureFileId };
const parts = nameParts(people.nameKey);

/** Sorts after all text with the same prefix. */
const last = "\u{10ffff}";

const byStart = prepared("people_by_start", (db) => {
  const [start, end] = [sql.placeholder("start"), sql.placeholder("end")];
  const beginning = (part: typeof parts.first) =>
    db
      .select(card)
      .from(people)
      .where(and(sql`${part} ~>=~ ${start}`, sql`${part} ~<~ ${end}`, isNull(people.deletedAt)))
      .orderBy(sql`${part} using ~<~`)
      .limit(sql.placeholder("limit"));
  return unionAll(beginning(parts.first), beginning(parts.second), beginning(parts.third));
});

/** People with a word that starts with the text (as `searchKey` returns it): matches of the first word first. */
export async function findByStart(tx: Reading, start: string, limit: number): Promise<CardRow[]> {
  return byStart(tx).execute({ start, end: start + last, limit });
}

const literally = (key: string) => key.replace(/[\\%_]/g, String.raw`\$&`);

/** People whose name contains the key, which has at least three letters. */
export async function findWithin(tx: Reading, key: string, limit: number): Promise<CardRow[]> {
  return tx
    .select(card)
    .from(people)
    .where(and(sql`${people.nameKey} like ${`%${literally(key)}%`}`, isNull(people.deletedAt)))
    .limit(limit);
}

const newest = prepared("people_newest", (db) =>
  db
    .select(card)
    .from(people)
    .where(isNull(people.deletedAt))
    .orderBy(desc(people.id))
    .limit(sql.placeholder("limit")),
);

export async function findNewest(tx: Reading, limit: number): Promise<CardRow[]> {
  return newest(tx).execute({ limit });
}
