import { expect, it } from "vitest";

import { emailButtonLabel, emailExcerpt } from "./email.ts";

it("labels the button by the page that it opens", () => {
  const label = (path: string) => emailButtonLabel({ kind: "approved", path });
  expect(label("/video-preview/7?version=2")).toBe("Preview the video");
  expect(label("/check-progress/7")).toBe("View the progress");
  const afterFailure = (path: string) => emailButtonLabel({ kind: "publish_failed", path });
  expect(afterFailure("/task-update/7")).toBe("Edit details");
  expect(afterFailure("/check-progress/7")).toBe("Continue publishing");
  expect(label("/c/profile/anika#reviews")).toBe("Open your profile");
  expect(label("/c/tasks?task=7")).toBe("Open the task");
  expect(label("/c/tasks")).toBe("Open your tasks");
  expect(emailButtonLabel({ kind: "changes_requested", path: "/video-preview/7?version=2" })).toBe(
    "View the feedback",
  );
});

it("cuts a long description between words", () => {
  expect(emailExcerpt(" short ")).toBe("short");
  expect(emailExcerpt("word ".repeat(500))).toMatch(/^(word ){1,120}…$/);
});
