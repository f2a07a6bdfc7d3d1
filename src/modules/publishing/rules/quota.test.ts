import { describe, expect, it } from "vitest";

import { quotaProblem } from "./quota.ts";

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
