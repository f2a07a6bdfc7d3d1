import { expect, it } from "vitest";

import { csvTable } from "./csv.ts";

it("a table runs no formulas, and keeps quotes and line breaks in its cells", () => {
  const [header, row] = csvTable(["Title", "Views"], [['=1+1 "a"\r\nb', null]]).split("\r\n");
  expect(header).toBe('\u{feff}"Title","Views"');
  expect(row).toBe(`"'=1+1 ""a""\nb",`);
  expect(csvTable(["Views"], [[1 / 3]])).toContain("0.3333");
});
