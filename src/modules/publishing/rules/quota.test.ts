import { describe, expect, it } from "vitest";

import { publishingProblem, quotaProblem, uploadsLeft } from "./quota.ts";

const nothing = { publishing: 0, other: 0, ownOther: 0 };

describe("of 10,000 units", () => {
  it.each([
    ["a creator may use a fifth", { ...nothing, other: 1950, ownOther: 1950 }, null],
    ["but no more", { ...nothing, other: 1951, ownOther: 1951 }, "quota_share_used"],
    ["all creators may use half", { ...nothing, other: 4950 }, null],
    ["but not the reserve for publishing", { ...nothing, other: 4951 }, "quota_exceeded"],
    ["publishing uses the reserve first", { publishing: 5000, other: 4950, ownOther: 0 }, null],
    ["then what the others leave", { publishing: 5001, other: 4950, ownOther: 0 }, "quota_exceeded"],
  ] as const)("%s", (_what, used, problem) => {
    expect(quotaProblem(50, used, 10_000)).toBe(problem);
  });
});

describe("of 100 uploads and 10,000 units, publishing", () => {
  const allowance = { uploads: 100, units: 10_000 };
  const used = ([own, all]: readonly [number, number], [ownUnits, units] = [0, 0], alone = false) => ({
    own: { uploads: own, units: ownUnits },
    all: { uploads: all, units },
    alone,
  });

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
  ] as const)("%s", (_what, use, problem, uploads) => {
    expect(publishingProblem({ uploads: 1, units: 101 }, use, allowance)).toBe(problem);
    expect(uploadsLeft(use, allowance)).toBe(uploads);
  });

  it("has no uploads left once all are used", () => {
    expect(uploadsLeft(used([0, 100]), allowance)).toBe(0);
  });
});
