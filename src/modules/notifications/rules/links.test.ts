import { expect, it } from "vitest";

import { isVisited, linkLabel } from "./links.ts";

const version = { screen: "preview", taskId: 12, version: 2 };
const card = { screen: "tasks", taskId: 12 };

it.each([
  ["the newest version", version, { screen: "preview", taskId: 12 }, true],
  ["the version", version, { screen: "preview", taskId: 12, version: 2 }, true],
  ["another version", version, { screen: "preview", taskId: 12, version: 1 }, false],
  [
    "a link without a version",
    { screen: "preview", taskId: 12 },
    { screen: "preview", taskId: 12, version: 1 },
    true,
  ],
  ["another task", version, { screen: "preview", taskId: 120 }, false],
  ["another screen", version, { screen: "progress", taskId: 12 }, false],
  ["the card", card, { screen: "tasks", taskId: 12 }, true],
  ["all tasks", card, { screen: "tasks" }, false],
  ["the profile", { screen: "profile" }, { screen: "profile" }, true],
] as const)("a notification is read where it leads to: %s", (_name, link, shown, isRead) => {
  expect(isVisited(link, shown)).toBe(isRead);
});

it.each([
  [{ screen: "tasks" }, "Open your tasks"],
  [{ screen: "tasks", taskId: 12 }, "Open the task"],
  [{ screen: "details", taskId: 12 }, "Edit details"],
] as const)("the button of %j says %s", (link, label) => {
  expect(linkLabel(link)).toBe(label);
});
