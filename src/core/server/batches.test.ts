import { expect, it } from "vitest";

import { inBatches } from "./batches.ts";

/** The numbers up to `count`, and the reads that were necessary. */
function numbers(count: number) {
  const reads: (number | null)[] = [];
  const list = inBatches({
    limit: 3,
    read: async (last: number | null, limit) => {
      reads.push(last);
      const left = count - (last ?? 0);
      return Array.from({ length: Math.min(limit, left) }, (_, at) => (last ?? 0) + at + 1);
    },
    present: (rows) => rows.map((row) => `no. ${row}`),
  });
  return { list, reads };
}

async function rest<Row>(list: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}

it.each([0, 1, 3, 7])("has each of %d rows once, in their order", async (count) => {
  const expected = Array.from({ length: count }, (_, at) => `no. ${at + 1}`);
  expect(await rest(numbers(count).list)).toEqual(expected);
});

it("reads a batch when the one before it is used up, and nothing after an incomplete one", async () => {
  const { list, reads } = numbers(7);
  for (let rows = 0; rows < 3; rows += 1) await list.next();
  expect(reads).toEqual([null]);
  await rest(list);
  expect(reads).toEqual([null, 3, 6]);
});
