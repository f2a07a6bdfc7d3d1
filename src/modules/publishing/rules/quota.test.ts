import { describe, expect, it } from "vitest";

import { publishingProblem, quotaProblem, type QuotaUse, uploadsLeft } from "./quota.ts";

const limits = { uploads: 100, units: 10_000, counts: 10_000, reports: 500 };
const unused = { own: 0, all: 0 };
const use = (used: Partial<QuotaUse["used"]>, alone = false): QuotaUse => ({
  used: { uploads: unused, publishing: unused, other: unused, counts: unused, reports: unused, ...used },
  alone,
});

describe("of 10,000 units", () => {
  it.each([
    ["a creator may use a fifth", { other: { own: 1950, all: 1950 } }, null],
    ["but no more", { other: { own: 1951, all: 1951 } }, "quota_share_used"],
    ["all creators may use half", { other: { own: 0, all: 4950 } }, null],
    ["but not the reserve for publishing", { other: { own: 0, all: 4951 } }, "quota_exceeded"],
    [
      "publishing uses the reserve first",
      { publishing: { own: 0, all: 5000 }, other: { own: 0, all: 4950 } },
      null,
    ],
    [
      "then what the others leave",
      { publishing: { own: 0, all: 5001 }, other: { own: 0, all: 4950 } },
      "quota_exceeded",
    ],
  ] as const)("%s", (_what, used, problem) => {
    expect(quotaProblem("other", 50, use(used), limits)).toBe(problem);
  });
});

it("of the calls for figures, creators may make a fifth, and all together no more than the quota", () => {
  expect(quotaProblem("counts", 1, use({ counts: { own: 1999, all: 9999 } }), limits)).toBeNull();
  expect(quotaProblem("counts", 1, use({ counts: { own: 2000, all: 2000 } }), limits)).toBe(
    "quota_share_used",
  );
  expect(quotaProblem("reports", 1, use({ reports: { own: 0, all: 500 } }), limits)).toBe("quota_exceeded");
});

describe("of 100 uploads and 10,000 units, publishing", () => {
  const used = ([own, all]: readonly [number, number], [ownUnits, units] = [0, 0], alone = false) =>
    use({ uploads: { own, all }, publishing: { own: ownUnits, all: units } }, alone);

  it.each([
    ["may use half", used([49, 49]), null, 1],
    ["but no more", used([50, 50]), "quota_share_used", 0],
    ["may use half of what others leave", used([29, 69]), null, 1],
    ["but no more than that", used([30, 70]), "quota_share_used", 0],
    ["leaves the reserve to others", used([10, 70]), "quota_exceeded", 0],
    ["may begin with the reserve", used([2, 99]), null, 1],
    ["has all but the reserve without other creators", used([69, 69], [0, 0], true), null, 1],
    ["but not the reserve itself", used([70, 70], [0, 0], true), "quota_exceeded", 0],
    ["may use half of the units", used([10, 10], [4899, 4899]), null, 40],
    ["but no more units", used([10, 10], [4900, 4900]), "quota_share_used", 40],
    ["leaves the reserve of units", used([10, 10], [0, 6900]), "quota_exceeded", 40],
  ] as const)("%s", (_what, day, problem, uploads) => {
    expect(publishingProblem({ uploads: 1, units: 101 }, day, limits)).toBe(problem);
    expect(uploadsLeft(day, limits)).toBe(uploads);
  });

  it("has no uploads left once all are used", () => {
    expect(uploadsLeft(used([0, 100]), limits)).toBe(0);
  });
});
