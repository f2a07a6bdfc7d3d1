/** A list that is read in batches. */
export interface Batches<Row, Shown> {
  /** Rows of one batch. */
  limit: number;
  /** The first `limit` rows after `last`, which is null at the start. */
  read: (last: Row | null, limit: number) => Promise<readonly Row[]>;
  present: (rows: readonly Row[]) => readonly Shown[] | Promise<readonly Shown[]>;
}

/** The presented rows of a long list. A batch is read when the rows of the one before it are used up. */
export async function* inBatches<Row, Shown>({
  limit,
  read,
  present,
}: Batches<Row, Shown>): AsyncGenerator<Shown> {
  for (let last: Row | null = null, more = true; more;) {
    const rows: readonly Row[] = await read(last, limit);
    yield* await present(rows);
    last = rows.at(-1) ?? null;
    more = rows.length === limit;
  }
}
