import { expect, it } from "vitest";

import { emailButtonLabel, emailExcerpt } from "./email.ts";

it("labels the button by the page that it opens", () => {
  expect(emailButtonLabel("/video-preview/7")).toBe("Preview the video");
  expect(emailButtonLabel("/check-progress/7")).toBe("View the progress");
  expect(emailButtonLabel("/c/profile/anika")).toBe("Open your profile");
  expect(emailButtonLabel("/c/tasks")).toBe("Open your tasks");
});

it("cuts a long description between words", () => {
  expect(emailExcerpt(" short ")).toBe("short");
  expect(emailExcerpt("word ".repeat(500))).toMatch(/^(word ){1,120}…$/);
});
