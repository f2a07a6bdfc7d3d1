import { type Placeholder, type SQL, sql } from "drizzle-orm";

/** Bytes of the rows of one response, as far as texts of users determine them: the server sends them without a pause. */
export const pageBytes = 256 * 1024;

/** Rows from which a page is taken. The expressions may refer to the tables of `from`. */
export interface PageOf {
  from: SQL;
  where: SQL | undefined;
  /** A whole number that is different for each row, and its direction. */
  key: SQL;
  direction: "asc" | "desc";
  /** Size of the row in a response. `octet_length` of a column reads no large values. */
  bytes: SQL<number>;
  /** Largest number of rows, or its placeholder. */
  limit: number | Placeholder;
}

/**
 * A subquery with the columns `key` and `more` of the rows of one page, to be joined before anything else of the rows is
 * read. The page ends at `limit` rows, or before the row with which it would exceed `pageBytes`; it has at least one row.
 * `more` of its last row states whether another one follows.
 */
export function pageKeys({ from, where = sql`true`, key, direction, bytes, limit }: PageOf): SQL {
  const order = direction === "asc" ? sql`key asc` : sql`key desc`;
  const candidates = sql`select ${key} as key, ${bytes} as bytes from ${from} where ${where}
    order by ${order} limit ${limit}::int + 1`;
  const measured = sql`select key, row_number() over listed as place, sum(bytes) over listed as bytes,
    lead(key) over listed is not null as more from (${candidates}) candidates window listed as (order by ${order})`;
  return sql`(select key, more from (${measured}) measured
    where place = 1 or (place <= ${limit} and bytes <= ${pageBytes}))`;
}

/** The change number up to which a page of changes is complete. `lastChange` was read before the page. */
export function lastCompleteChange(
  { rows, more }: { rows: readonly { change: number }[]; more: boolean },
  lastChange: number,
): number {
  const last = rows.at(-1)?.change ?? 0;
  return more ? last : Math.max(lastChange, last);
}

/** The selected column `more` of a row joined with `pageKeys`, named `name`. */
export function moreFollow(name: string): SQL<boolean> {
  return sql<boolean>`${sql.identifier(name)}.more`;
}

/**
 * The first rows of a list, up to `limit` rows or `pageBytes` and at least one, and whether `rows` has more. For statements
 * that read `limit + 1` rows at once, which are seldom large.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit, bytesOf }: { limit: number; bytesOf: (row: Row) => number },
): { rows: Row[]; more: boolean } {
  let bytes = 0;
  const exceeding = rows.findIndex((row, at) => {
    bytes += bytesOf(row);
    return at > 0 && bytes > pageBytes;
  });
  const count = Math.min(limit, exceeding === -1 ? rows.length : exceeding);
  return { rows: rows.slice(0, count), more: rows.length > count };
}
