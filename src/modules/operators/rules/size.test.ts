import { expect, it } from "vitest";

import { parseSize } from "./size.ts";

it.each([
  ["50 GB", 50_000_000_000],
  ["1.5tb", 1_500_000_000_000],
  ["1,5 TB", 1_500_000_000_000],
  ["750MB", 750_000_000],
  ["0 B", 0],
  ["50", undefined],
  ["GB", undefined],
  ["-1 GB", undefined],
  ["5 PB", undefined],
])("%s is %s bytes", (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});
