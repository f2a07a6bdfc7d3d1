import { expect, it } from "vitest";

import { emailExcerpt } from "./email.ts";

it("cuts a long description between words", () => {
  expect(emailExcerpt(" short ")).toBe("short");
  expect(emailExcerpt("word ".repeat(500))).toMatch(/^(word ){1,120}…$/);
});
