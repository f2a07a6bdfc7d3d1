import { describe, expect, it } from "vitest";

import { retryAfterSeconds } from "./retry-after.ts";

describe("the requested delay", () => {
  const now = new Date("2026-11-20T12:00:00Z");

  it("is read as seconds", () => {
    expect(retryAfterSeconds("17", now)).toBe(17);
  });

  it("is read as a date", () => {
    expect(retryAfterSeconds("Fri, 20 Nov 2026 12:01:30 GMT", now)).toBe(90);
  });

  it("is read as a Unix time", () => {
    expect(retryAfterSeconds(String(now.getTime() / 1000 + 45), now)).toBe(45);
  });

  it("is never negative and never longer than a day", () => {
    expect(retryAfterSeconds("Fri, 20 Nov 2026 11:00:00 GMT", now)).toBe(0);
    expect(retryAfterSeconds("9999999", now)).toBe(86_400);
  });

  it("is undefined if the header is missing or invalid", () => {
    expect(retryAfterSeconds(undefined, now)).toBeUndefined();
    expect(retryAfterSeconds("", now)).toBeUndefined();
    expect(retryAfterSeconds("soon", now)).toBeUndefined();
  });
});
