import { expect, it } from "vitest";

import { checkProgressPath, messagesPath, previewPath, profilePath, tasksPath } from "#core/paths.ts";

import { isAtPlace } from "./places.ts";

const profile = profilePath({ role: "EDITOR", name: "José Núñez" });

it.each([
  ["the preview", previewPath(12, 2), previewPath(12), true],
  ["the version", previewPath(12, 2), previewPath(12, 2), true],
  ["another comment on it", previewPath(12, 2, "c1"), previewPath(12, 2, "c2"), true],
  ["another version", previewPath(12, 2), previewPath(12, 1), false],
  ["a link without a version", previewPath(12), previewPath(12, 1), true],
  ["another task", previewPath(12), previewPath(120), false],
  ["the progress", checkProgressPath(12), checkProgressPath(12), true],
  ["another screen", checkProgressPath(12), previewPath(12), false],
  ["the task's card", tasksPath("EDITOR", 12), tasksPath("EDITOR", 12), true],
  ["all tasks", tasksPath("EDITOR", 12), tasksPath("EDITOR"), false],
  ["a conversation", messagesPath("EDITOR", 7), messagesPath("EDITOR", 7), true],
  ["another conversation", messagesPath("EDITOR", 7), messagesPath("EDITOR", 8), false],
  ["the profile", `${profile}#reviews`, profile, true],
  ["the profile, unescaped", `${profile}#reviews`, decodeURIComponent(profile), true],
  ["broken escapes", "/broken/%E0", "/broken/%E0", true],
])("a notification is read at its place: %s", (_name, linked, visited, isRead) => {
  expect(isAtPlace(linked, visited)).toBe(isRead);
});
