import { expect, it } from "vitest";

import { durationText, emailExcerpt } from "./email.ts";

it("cuts a long description between words", () => {
  expect(emailExcerpt(" short ")).toBe("short");
  expect(emailExcerpt("word ".repeat(500))).toMatch(/^(word ){1,120}…$/);
});

it.each([
  [4, "0:04"],
  [59.6, "1:00"],
  [125, "2:05"],
])("%d seconds are %s", (seconds, text) => expect(durationText(seconds)).toBe(text));
