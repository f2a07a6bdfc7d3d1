import { describe, expect, it } from "vitest";

import { after, day } from "#core/time.ts";

import { bioText, linkText, maxBioLength, mayChangeRating, readableLink, toHalfStars } from "./profiles.ts";

describe("a bio", () => {
  it("is null if blank, and keeps line breaks", () => {
    expect(bioText.parse("  \n ")).toBeNull();
    expect(bioText.parse(" I cut\r\nreels.\u0007 ")).toBe("I cut\nreels.");
  });

  it("has a maximum length", () => {
    expect(bioText.safeParse("b".repeat(maxBioLength)).success).toBe(true);
    expect(bioText.safeParse("b".repeat(maxBioLength + 1)).success).toBe(false);
  });
});

describe("a link", () => {
  it.each([
    ["", null],
    ["   ", null],
    ["example.com", "https://example.com"],
    [" studio.example/reel?x=1 ", "https://studio.example/reel?x=1"],
    ["http://example.com", "http://example.com"],
  ])("%j is stored as %j", (text, link) => {
    expect(linkText.parse(text)).toBe(link);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://example.com",
    "not a link",
    "https://",
    "localhost",
    `example.com/${"x".repeat(500)}`,
  ])("%j is refused", (text) => {
    expect(linkText.safeParse(text).success).toBe(false);
  });

  it("is shown without its scheme", () => {
    expect(readableLink("https://www.example.com/")).toBe("example.com");
    expect(readableLink("http://example.com/reel")).toBe("example.com/reel");
  });
});

describe("a rating", () => {
  it("can be changed for 7 days", () => {
    const ratedAt = new Date("2026-11-20T10:00:00Z");
    expect(mayChangeRating(ratedAt, ratedAt)).toBe(true);
    expect(mayChangeRating(ratedAt, after(ratedAt, 7 * day - 1))).toBe(true);
    expect(mayChangeRating(ratedAt, after(ratedAt, 7 * day))).toBe(false);
  });

  it.each([
    [1, 1],
    [4.24, 4],
    [4.25, 4.5],
    [4.74, 4.5],
    [4.75, 5],
  ])("of %d is shown as %d stars", (mean, halves) => {
    expect(toHalfStars(mean)).toBe(halves);
  });
});
