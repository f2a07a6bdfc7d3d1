import { expect, it } from "vitest";

import { cutPage, pageBytes } from "./cut-page.ts";

const half = pageBytes / 2;

it("ends a page at the number of rows, or before the row that does not fit, and has a row, however large", () => {
  const cut = (sizes: number[], limit = 10) => cutPage(sizes, { limit, rowBytes: (size) => size });
  expect(cut([1, 1, 1], 2)).toEqual({ rows: [1, 1], more: true });
  expect(cut([1, 1], 2)).toEqual({ rows: [1, 1], more: false });
  expect(cut([half, half, 1])).toEqual({ rows: [half, half], more: true });
  expect(cut([half, half + 1, 1])).toEqual({ rows: [half], more: true });
  expect(cut([pageBytes * 2, 1])).toEqual({ rows: [pageBytes * 2], more: true });
  expect(cut([])).toEqual({ rows: [], more: false });
});
