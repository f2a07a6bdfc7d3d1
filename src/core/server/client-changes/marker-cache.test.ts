import { expect, it } from "vitest";

import { createMarkerCache } from "./marker-cache.ts";

it("reads the marker once for the requests of a moment", async () => {
  let now = 0;
  let reads = 0;
  const marker = createMarkerCache(
    async () => ++reads,
    () => now,
  );
  expect(await Promise.all([marker(), marker()])).toEqual([1, 1]);
  now = 200;
  expect(await marker()).toBe(1);
  now = 201;
  expect(await marker()).toBe(2);
});

it("is 0 while the database can't be read", async () => {
  const marker = createMarkerCache(() => Promise.reject(new Error("away")));
  expect(await marker()).toBe(0);
});
