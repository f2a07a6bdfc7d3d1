/** Bytes of the rows of one response, as far as texts of users determine them: the server sends them without a pause. */
export const pageBytes = 256 * 1024;

/** The change number up to which a page of changes is complete. `lastChange` was read before the page. */
export function lastCompleteChange(
  { rows, more }: { rows: readonly { change: number }[]; more: boolean },
  lastChange: number,
): number {
  const last = rows.at(-1)?.change ?? 0;
  return more ? last : Math.max(lastChange, last);
}

/**
 * The first rows of a list, up to `limit` rows or `pageBytes` and at least one, and whether `rows` has more. `rows` are
 * `limit + 1` at most.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  { limit, rowBytes }: { limit: number; rowBytes: (row: Row) => number },
): { rows: Row[]; more: boolean } {
  let bytes = 0;
  const exceeding = rows.findIndex((row, at) => {
    bytes += rowBytes(row);
    return at > 0 && bytes > pageBytes;
  });
  const count = Math.min(limit, exceeding === -1 ? rows.length : exceeding);
  return { rows: rows.slice(0, count), more: rows.length > count };
}
