import { describe, expect, it } from "vitest";

import { parseSocialLink } from "./site.ts";

describe("parseSocialLink", () => {
  it("reads a name and an https URL", () => {
    expect(parseSocialLink(" YouTube = https://www.youtube.com/@reelay ")).toEqual({
      name: "YouTube",
      url: "https://www.youtube.com/@reelay",
    });
  });

  it("keeps an equals sign in the URL", () => {
    expect(parseSocialLink("Forum=https://forum.example/?topic=7")?.url).toBe(
      "https://forum.example/?topic=7",
    );
  });

  it.each([
    "",
    "YouTube",
    "https://a.example",
    "=https://a.example",
    "X=http://a.example",
    "X=javascript:alert(1)",
  ])("returns null for %j", (text) => {
    expect(parseSocialLink(text)).toBeNull();
  });
});
