import { and, desc, isNull, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";

import { prepared, type Reading } from "#core/server/database.ts";

import type { CardRow } from "../present.ts";
import { nameParts, people } from "../tables.ts";

const { id, name, role, pictureFileId } = people;
const card = { id, name, role, pictureFileId };
const parts = nameParts(people.nameKey);

/** Sorts behind everything that begins with the text before it. */
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

/** People of whom a word begins with the text, words as `searchKey` writes them: by a name's first word, then later ones. */
export async function findByStart(tx: Reading, start: string, limit: number): Promise<CardRow[]> {
  return byStart(tx).execute({ start, end: start + last, limit });
}

const literally = (key: string) => key.replace(/[\\%_]/g, String.raw`\$&`);

/** People with the key, of three letters or more, anywhere in their name. */
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
