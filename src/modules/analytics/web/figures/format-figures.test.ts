import { expect, it } from "vitest";

import { completeText, formatZone } from "./format-figures.ts";

it("time zones of platforms are named as viewers know them", () => {
  expect(["America/Los_Angeles", "UTC"].map(formatZone)).toEqual(["Pacific Time", "UTC"]);
});

it("analytics are complete through a day of the platform, in its time zone", () => {
  const complete = { day: "2026-11-26", timeZone: "America/Los_Angeles", endsAt: "2026-11-27T08:00:00.000Z" };
  expect(completeText(complete)).toBe("Analytics through Nov 26, 2026 (Pacific Time)");
  expect(completeText(null)).toBe("");
});
