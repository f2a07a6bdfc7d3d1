import { expect, it } from "vitest";

import { replaceOrAdd } from "./task-order.ts";

const tasks = [
  { id: 2, title: "Harbour", version: 3 },
  { id: 1, title: "Lagoon", version: 0 },
];

it("a saved task replaces the fields of the one with its id, in its place", () => {
  const saved = { id: 1, title: "Lagoon at low tide" };
  expect(replaceOrAdd(tasks, saved, { ...saved, version: 0 })).toEqual([
    tasks[0],
    { id: 1, title: "Lagoon at low tide", version: 0 },
  ]);
});

it("a new task is put in front", () => {
  const added = { id: 3, title: "Monsoon", version: 0 };
  expect(replaceOrAdd(tasks, { id: 3, title: "Monsoon" }, added)).toEqual([added, ...tasks]);
});
