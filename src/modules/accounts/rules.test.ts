import { describe, expect, it } from "vitest";

import {
  emailText,
  longestName,
  nameFromEmail,
  nameKey,
  nameText,
  passwordText,
  pictureAddress,
  profilePath,
  ratingOf,
  searchText,
} from "./rules.ts";

const firstProblem = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe("an email", () => {
  it("is trimmed and compared without regard to case", () => {
    expect(emailText.parse("  Mira.Sol@Example.COM ")).toBe("mira.sol@example.com");
  });

  it.each(["", "   ", undefined, null, 7])("says to fill the field when it is %j", (text) => {
    expect(firstProblem(emailText.safeParse(text))).toBe("Please fill all fields");
  });

  it.each([
    "mira",
    "mira@example",
    "mira.example.com",
    "a@b.c\u0000",
    "two words@x.y",
    `${"a".repeat(250)}@x.yz`,
  ])("refuses %j as an invalid format", (text) => {
    expect(firstProblem(emailText.safeParse(text))).toBe("invalid email format");
  });
});

describe("a password", () => {
  it("has 8 to 128 characters", () => {
    expect(passwordText.safeParse("1234567").success).toBe(false);
    expect(passwordText.safeParse("12345678").success).toBe(true);
    expect(passwordText.safeParse("x".repeat(128)).success).toBe(true);
    expect(passwordText.safeParse("x".repeat(129)).success).toBe(false);
  });

  it("says to fill the field when it is blank, however long", () => {
    expect(firstProblem(passwordText.safeParse("            "))).toBe("Please fill all fields");
  });
});

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

  it("counts characters, not code units", () => {
    expect(nameText.safeParse(`a${"🎬".repeat(49)}`).success).toBe(true);
  });

  it("loses needless spaces", () => {
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

describe("the first name from an email", () => {
  it("is the local part, and then the local part with a suffix", () => {
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
  ])("is a good name for %s", (email) => {
    for (const suffix of ["", "2", "123456789012"]) {
      const name = nameFromEmail(email, suffix);
      expect(nameText.parse(name)).toBe(name);
      expect([...name].length).toBeLessThanOrEqual(longestName);
    }
  });
});

describe("what others see of a person", () => {
  it("has the role's prefix in the profile's address, the name escaped", () => {
    expect(profilePath({ role: "YOUTUBER", name: "Mira Sol" })).toBe("/y/profile/Mira%20Sol");
    expect(profilePath({ role: "EDITOR", name: "ed" })).toBe("/c/profile/ed");
    expect(profilePath({ role: "NORMAL", name: "new" })).toBe("/c/profile/new");
  });

  it("has an address for a picture only where there is one", () => {
    expect(pictureAddress(null)).toBe("");
    expect(pictureAddress("7f1c")).toMatch(/\/7f1c$/);
  });

  it("has the mean of the ratings, 0 with none", () => {
    expect(ratingOf({ ratingSum: 0, ratingCount: 0 })).toBe(0);
    expect(ratingOf({ ratingSum: 9, ratingCount: 2 })).toBe(4.5);
  });
});

describe("a search", () => {
  it("is cut and cleaned rather than refused", () => {
    expect(searchText.parse(" mi\u0000ra ")).toBe("mira");
    expect(searchText.parse("m".repeat(120))).toHaveLength(longestName);
  });
});
