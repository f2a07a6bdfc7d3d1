import { expect, it } from "vitest";

import { previewPath, tasksPath } from "#core/paths.ts";

import { opened, openPath } from "./open-path.ts";

const path = previewPath(7, 2);

/** Opens the path with these windows; returns what happened. */
async function open(list: { name: string; at: string; front?: boolean; confirms?: boolean }[]) {
  const done: string[] = [];
  await openPath(path, {
    list: list.map(({ name, at, front = false, confirms = true }) => ({
      name,
      confirms,
      url: `https://reelay.example${at}`,
      focused: front,
      visibilityState: front ? ("visible" as const) : ("hidden" as const),
      focus: async () => done.push(`focus ${name}`),
    })),
    ask: async ({ name, confirms }, message) => {
      done.push(`ask ${name} ${opened(message)}`);
      return confirms;
    },
    openNew: async (place) => done.push(`new ${place}`),
  });
  return done;
}

it("opens a new window if there is none", async () => {
  expect(await open([])).toEqual([`new ${path}`]);
});

it("prefers the window that shows the place, then the one in front", async () => {
  const tasks = { name: "tasks", at: tasksPath("EDITOR"), front: true };
  const other = { name: "other", at: previewPath(7, 1) };
  const same = { name: "same", at: path };
  expect(await open([other, tasks, same])).toEqual([`ask same ${path}`, "focus same"]);
  expect(await open([other, tasks])).toEqual([`ask tasks ${path}`, "focus tasks"]);
  expect(await open([other])).toEqual([`ask other ${path}`, "focus other"]);
});

it("leaves windows alone that don't confirm", async () => {
  const loggedOut = { name: "landing", at: "/", front: true, confirms: false };
  expect(await open([loggedOut])).toEqual([`ask landing ${path}`, `new ${path}`]);
  expect(await open([loggedOut, { name: "tasks", at: tasksPath("EDITOR") }])).toEqual([
    `ask landing ${path}`,
    `ask tasks ${path}`,
    "focus tasks",
  ]);
});

it.each([null, "apply-update", { type: "other", path }, { type: "open-place", path: 7 }])(
  "ignores the message %j",
  (message) => {
    expect(opened(message)).toBeNull();
  },
);
