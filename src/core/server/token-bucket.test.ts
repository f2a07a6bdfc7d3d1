import { expect, it } from "vitest";

import { createTokenBuckets } from "./token-bucket.ts";

it("allows a burst, then as many per second, for each client", () => {
  let now = 0;
  const take = createTokenBuckets({ perSecond: 2, burst: 3 }, () => now);
  expect([take("a"), take("a"), take("a"), take("a")]).toEqual([null, null, null, 1]);
  expect(take("b")).toBeNull();
  now = 500;
  expect([take("a"), take("a")]).toEqual([null, 1]);
  now = 60_000;
  expect([take("a", 3), take("a", 3)]).toEqual([null, 2]);
  // The clock was set back.
  now = 0;
  expect(take("a")).toBe(1);
  now = 500;
  expect(take("a")).toBeNull();
});
