import { expect, it } from "vitest";

import { formatZone, isMidnight } from "./format-figures.ts";

it("time zones of platforms are named as viewers know them", () => {
  expect(["America/Los_Angeles", "UTC"].map(formatZone)).toEqual(["Pacific Time", "UTC"]);
});

it("a day of the platform ends at midnight only for viewers in its time zone", () => {
  const end = new Date("2026-11-26T08:00:00.000Z");
  expect(isMidnight(end, "America/Los_Angeles")).toBe(true);
  expect(isMidnight(end, "America/Denver")).toBe(false);
  expect(isMidnight(new Date(end.getTime() - 1000), "America/Los_Angeles")).toBe(false);
});
