import { describe, expect, it } from "vitest";

import { secondsUntilQuotaRenewal } from "./quota-renewal.ts";

describe("the renewal of quota", () => {
  it("is at midnight Pacific time in winter (08:00 UTC)", () => {
    expect(secondsUntilQuotaRenewal(new Date("2026-12-01T07:59:00Z"))).toBe(60);
    expect(secondsUntilQuotaRenewal(new Date("2026-12-01T08:00:00Z"))).toBe(86_400);
  });

  it("is at midnight Pacific time in summer (07:00 UTC)", () => {
    expect(secondsUntilQuotaRenewal(new Date("2026-07-01T06:00:00Z"))).toBe(3600);
  });
});
