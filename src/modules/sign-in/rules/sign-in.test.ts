import { describe, expect, it } from "vitest";

import { emailText, passwordText } from "./sign-in.ts";

const firstProblem = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message;

describe("an email", () => {
  it("is trimmed and compared without regard to case", () => {
    expect(emailText.parse("  Mira.Sol@Example.COM ")).toBe("mira.sol@example.com");
  });

  it.each(["", "   ", undefined, null, 7])("is required (%j)", (text) => {
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

  it("is required, also if it is blank text of any length", () => {
    expect(firstProblem(passwordText.safeParse("            "))).toBe("Please fill all fields");
  });
});
