import { expect, it } from "vitest";

import { progressReports } from "./progress-reports.ts";

it("reports each new percentage, and the same one at every third renewal", () => {
  const report = progressReports();
  const stored = [0, 0, 9, 10, 10, 11, 12, 12, 12, 30];
  expect(stored.map((bytes) => report(bytes, 1000))).toEqual([
    ...[true, false, false],
    ...[true, false, false, true],
    ...[false, false, true],
  ]);
});
