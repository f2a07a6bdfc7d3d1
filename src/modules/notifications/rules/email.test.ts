import { expect, it } from "vitest";

import { checkProgressPath, previewPath, profilePath, taskUpdatePath, tasksPath } from "#core/paths.ts";

import { emailButtonLabel, emailExcerpt } from "./email.ts";

it("labels the button by the page that it opens", () => {
  const label = (path: string) => emailButtonLabel({ kind: "approved", path });
  expect(label(previewPath(7, 2))).toBe("Preview the video");
  expect(label(checkProgressPath(7))).toBe("View the progress");
  const afterFailure = (path: string) => emailButtonLabel({ kind: "publish_failed", path });
  expect(afterFailure(taskUpdatePath(7))).toBe("Edit details");
  expect(afterFailure(checkProgressPath(7))).toBe("Continue publishing");
  expect(label(`${profilePath({ role: "EDITOR", name: "anika" })}#reviews`)).toBe("Open your profile");
  expect(label(tasksPath("EDITOR", 7))).toBe("Open the task");
  expect(label(tasksPath("EDITOR"))).toBe("Open your tasks");
  expect(emailButtonLabel({ kind: "changes_requested", path: previewPath(7, 2) })).toBe("View the feedback");
});

it("cuts a long description between words", () => {
  expect(emailExcerpt(" short ")).toBe("short");
  expect(emailExcerpt("word ".repeat(500))).toMatch(/^(word ){1,120}…$/);
});
