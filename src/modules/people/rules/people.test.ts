import { describe, expect, it } from "vitest";

import {
  maxNameLength,
  nameFromEmail,
  nameFromProfile,
  nameKey,
  nameText,
  pictureAddress,
  averageRating,
  searchText,
} from "./people.ts";

const firstProblem = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe("a name", () => {
  it.each(["Mira Sol", "三浦みどり", "Łukasz_W", "o'neil", "a", "x".repeat(50), "🎬 Cut 7"])(
    "may be %j",
    (name) => {
      expect(nameText.parse(name)).toBe(name);
    },
  );

  it.each(["a/b", "what?", "#1", "100%", "a\u0007b", "a\u202eb", "..", ".", "🎬", "x".repeat(51)])(
    "may not be %j",
    (name) => {
      expect(nameText.safeParse(name).success).toBe(false);
    },
  );

  it.each(["", "   ", "\t"])("is required (%j)", (name) => {
    expect(firstProblem(nameText.safeParse(name))).toBe("Name is required");
  });

  it.each([
    "Reelay",
    "reelay-assistant",
    "Team Reelay",
    "@Reelay",
    "ReelaySupport",
    "Reelay ✓",
    "ADMIN",
    "@admin",
    "Sup port",
  ])("can't be the reserved %s", (name) => {
    expect(nameText.safeParse(name).error?.issues[0]?.message).toMatch(/reserved/);
  });

  it("counts characters, not code units", () => {
    expect(nameText.safeParse(`a${"🎬".repeat(49)}`).success).toBe(true);
  });

  it("collapses spaces", () => {
    expect(nameText.parse("  Mira   Sol ")).toBe("Mira Sol");
  });

  it.each([
    ["Mira Sol", "MIRA  SOL"],
    ["Straße", "STRASSE"],
    ["é", "e\u0301"],
    ["Ａｎｎ", "ann"],
  ])("is the same for %j and %j", (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });
});

describe("the name derived from an email", () => {
  it("is the local part, with a suffix if given", () => {
    expect(nameFromEmail("mira.sol@example.com", "")).toBe("mira.sol");
    expect(nameFromEmail("mira.sol@example.com", "2")).toBe("mira.sol-2");
  });

  it.each([
    "a/b?c#d%e@x.y",
    `${"long".repeat(30)}@x.y`,
    `${"🎬".repeat(80)}a@x.y`,
    "..@x.y",
    "/@x.y",
    "+@x.y",
  ])("is a valid name for %s", (email) => {
    for (const suffix of ["", "2", "123456789012"]) {
      const name = nameFromEmail(email, suffix);
      expect(nameText.parse(name)).toBe(name);
      expect([...name].length).toBeLessThanOrEqual(maxNameLength);
    }
  });
});

describe("the name from a profile", () => {
  it("is that name, with a suffix if given", () => {
    expect(nameFromProfile(" Mira  Solvane ", "")).toBe("Mira Solvane");
    expect(nameFromProfile("Mira Solvane", "2")).toBe("Mira Solvane-2");
  });

  it.each([
    ["Mira/Sol?vane#", "MiraSolvane"],
    ["Mi\u200bra\u202e", "Mira"],
    ["मीरा जोशी", "मीरा जोशी"],
  ])("loses forbidden and invisible characters: %j", (given, name) => {
    expect(nameFromProfile(given, "")).toBe(name);
  });

  it.each(["", "   ", "..", "🎬", "\u200b", "𝓜ira", "Ｍira"])("is unusable: %j", (given) => {
    expect(nameFromProfile(given, "")).toBeNull();
    expect(nameFromProfile(given, "2")).toBeNull();
  });

  it("is cut to the maximum length, also with a suffix", () => {
    expect(nameFromProfile("x".repeat(60), "")).toBe("x".repeat(50));
    expect(nameFromProfile("🎬".repeat(60), "")).toBeNull();
    expect([...(nameFromProfile("x".repeat(60), "123456789012") ?? "")]).toHaveLength(maxNameLength);
  });
});

describe("a public profile", () => {
  it("has a picture path only with a picture", () => {
    expect(pictureAddress(null)).toBe("");
    expect(pictureAddress("7f1c")).toMatch(/\/7f1c$/);
  });

  it("has the average rating, or 0 without ratings", () => {
    expect(averageRating({ ratingSum: 0, ratingCount: 0 })).toBe(0);
    expect(averageRating({ ratingSum: 9, ratingCount: 2 })).toBe(4.5);
  });
});

describe("a search query", () => {
  it("is shortened and cleaned instead of refused", () => {
    expect(searchText.parse(" mi\u0000ra ")).toBe("mira");
    expect(searchText.parse("m".repeat(120))).toHaveLength(maxNameLength);
  });
});
