import { describe, expect, it } from "vitest";

import { retryAfterSeconds, secondsUntilQuotaRenewal } from "./retry-after.ts";

describe("the wait that a platform asks for", () => {
  const now = new Date("2026-11-20T12:00:00Z");

  it("is read as seconds", () => {
    expect(retryAfterSeconds("17", now)).toBe(17);
  });

  it("is read as a date", () => {
    expect(retryAfterSeconds("Fri, 20 Nov 2026 12:01:30 GMT", now)).toBe(90);
  });

  it("is never negative and never longer than a day", () => {
    expect(retryAfterSeconds("Fri, 20 Nov 2026 11:00:00 GMT", now)).toBe(0);
    expect(retryAfterSeconds("9999999", now)).toBe(86_400);
  });

  it("is unknown when the header is missing or nonsense", () => {
    expect(retryAfterSeconds(undefined, now)).toBeUndefined();
    expect(retryAfterSeconds("", now)).toBeUndefined();
    expect(retryAfterSeconds("soon", now)).toBeUndefined();
  });
});

describe("the renewal of quota", () => {
  it("comes at midnight Pacific time in winter (08:00 UTC)", () => {
    expect(secondsUntilQuotaRenewal(new Date("2026-12-01T07:59:00Z"))).toBe(60);
    expect(secondsUntilQuotaRenewal(new Date("2026-12-01T08:00:00Z"))).toBe(86_400);
  });

  it("comes at midnight Pacific time in summer (07:00 UTC)", () => {
    expect(secondsUntilQuotaRenewal(new Date("2026-07-01T06:00:00Z"))).toBe(3600);
  });
});
