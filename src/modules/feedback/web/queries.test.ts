import { expect, it } from "vitest";

import { allPages } from "./queries.ts";

it("loads pages until there is no next one", async () => {
  const next: Record<number, number | null> = { 0: 7, 7: 12, 12: null };
  const load = async (after: number) => ({ after, next: next[after] ?? null });
  expect((await allPages(load)).map(({ after }) => after)).toEqual([0, 7, 12]);
});
