import { describe, expect, it } from "vitest";

import { namesUser } from "./stored-user.ts";

describe("what the browser has stored of a user", () => {
  it("names somebody by their email", () => {
    expect(namesUser(JSON.stringify({ state: { user: { email: "meera@example.com" } }, version: 0 }))).toBe(
      true,
    );
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
  ])("names nobody: %s", (stored) => {
    expect(namesUser(stored)).toBe(false);
  });
});
