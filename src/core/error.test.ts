import { expect, it } from "vitest";
import { z } from "zod";

import { commonError, defineErrors } from "./error.ts";
import { shownMessage } from "./shown-message.ts";

it.each([
  [undefined, "in a few minutes"],
  [1, "in 1 second"],
  [59, "in 59 seconds"],
  [60, "in 1 minute"],
  [3100, "in 52 minutes"],
  [5400, "in 90 minutes"],
  [5401, "in 2 hours"],
  [86_400, "in 24 hours"],
])("a rate limit says how long to wait: %s seconds", (seconds, text) => {
  const error = commonError("too_many", seconds === undefined ? {} : { retryAfterSeconds: seconds });
  expect(error.message).toBe(`Too many attempts. Try again ${text}.`);
});

it("an error keeps its own message", () => {
  const createError = defineErrors({ gone: { status: 410, message: "It is gone." } });
  expect(createError("gone")).toMatchObject({ code: "gone", status: 410, message: "It is gone." });
  expect(createError("gone", { message: "Really." }).message).toBe("Really.");
});

it.each([
  [commonError("wrong_role"), "Your role doesn't allow this."],
  [new Error("This browser can't draw pictures."), "This browser can't draw pictures."],
  [new Error(), "Reload the page."],
  [new TypeError("Cannot read properties of undefined"), "Reload the page."],
  [z.string().safeParse(7).error, "Reload the page."],
  ["text", "Reload the page."],
])("users read only messages that are written for them: %o", (error, text) => {
  expect(shownMessage(error, "Reload the page.")).toBe(text);
});
