import { describe, expect, it } from "vitest";

import { readSocialLink } from "./contract.ts";

describe("a social link in the settings", () => {
  it("is a name and an https address", () => {
    expect(readSocialLink(" YouTube = https://www.youtube.com/@reelay ")).toEqual({
      name: "YouTube",
      url: "https://www.youtube.com/@reelay",
    });
  });

  it("keeps an equals sign of the address", () => {
    expect(readSocialLink("Forum=https://forum.example/?topic=7")?.url).toBe(
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
  ])("is refused when it is written otherwise: %s", (text) => {
    expect(readSocialLink(text)).toBeNull();
  });
});
