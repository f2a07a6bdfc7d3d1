import { describe, expect, it } from "vitest";

import { linkState, shortAddress } from "./guests.ts";

describe("an address in the access log", () => {
  it.each([
    ["203.0.113.57", "203.0.113.0/24"],
    ["::ffff:203.0.113.57", "203.0.113.0/24"],
    ["2001:db8:85a3:8d3:1319:8a2e:370:7348", "2001:db8:85a3::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["::1", "0:0:0::/48"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
  ])("%s is stored as %s", (address, stored) => {
    expect(shortAddress(address)).toBe(stored);
  });
});

describe("a review link", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const link = { revokedAt: null, expiresAt: null, inReview: true };

  it("can be used until it is revoked, expires or its version is no longer in review", () => {
    expect(linkState(link, now)).toBe("active");
    expect(linkState({ ...link, expiresAt: new Date(now.getTime() + 1) }, now)).toBe("active");
    expect(linkState({ ...link, expiresAt: now }, now)).toBe("expired");
    expect(linkState({ ...link, inReview: false, expiresAt: now }, now)).toBe("ended");
    expect(linkState({ ...link, revokedAt: now, inReview: false }, now)).toBe("revoked");
  });
});
