import { describe, expect, it } from "vitest";

import { after, second } from "#core/time.ts";

import { isBeingSent, leaseLength } from "./uploads.ts";

describe("an upload is being sent", () => {
  const createdAt = new Date("2031-05-17T10:00:00Z");

  it("until its last lease ends", () => {
    const writerUntil = after(createdAt, 60 * second);
    expect(isBeingSent({ writerUntil, createdAt }, after(createdAt, 59 * second))).toBe(true);
    expect(isBeingSent({ writerUntil, createdAt }, writerUntil)).toBe(false);
  });

  it("for the length of a lease before its first one", () => {
    expect(isBeingSent({ writerUntil: null, createdAt }, createdAt)).toBe(true);
    expect(isBeingSent({ writerUntil: null, createdAt }, after(createdAt, leaseLength))).toBe(false);
  });
});
