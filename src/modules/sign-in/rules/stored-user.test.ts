import { describe, expect, it } from "vitest";

import { containsUser } from "./stored-user.ts";

describe("the stored user", () => {
  it("has a user with an email", () => {
    expect(
      containsUser(JSON.stringify({ state: { user: { email: "meera@example.com" } }, version: 0 })),
    ).toBe(true);
  });

  it.each([
    null,
    "",
    "null",
    "7",
    "not json",
    JSON.stringify({}),
    JSON.stringify({ state: null }),
    JSON.stringify({ state: { user: null }, version: 0 }),
    JSON.stringify({ state: { user: { email: "" } } }),
    JSON.stringify({ state: { user: { email: 7 } } }),
  ])("has no user: %s", (stored) => {
    expect(containsUser(stored)).toBe(false);
  });
});
