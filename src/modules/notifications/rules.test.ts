import { describe, expect, it } from "vitest";

import { after, hour, minute, second } from "#core/time.ts";

import {
  changesRequestedNotice,
  dueSoonNotice,
  readyNotice,
  wherePathLeads,
  windowOverNotices,
  type NoticeTask,
} from "./rules.ts";

const now = new Date("2026-11-20T10:00:00Z");
const task: NoticeTask = {
  id: 7,
  taskTitle: "Harbour at dawn",
  workDescription: "Two minutes, no music.",
  deadline: new Date("2026-11-24T23:30:00Z"),
  feedback: null,
  reviewEndsAt: null,
};

it("a deadline is told with its hour, since its day is another one elsewhere", () => {
  // The end of November 24 on the west coast of America.
  const deadline = new Date("2026-11-25T07:59:00Z");
  expect(dueSoonNotice({ ...task, deadline }).description).toContain("Due Nov 25, 2026, 07:59 UTC.");
});

describe("the notice that a version is ready", () => {
  it.each([
    [10 * hour, "within 10 hours"],
    [10 * hour - second, "within 10 hours"],
    [9 * hour + 58 * minute, "within 9 hours"],
    [hour, "within 1 hour"],
    [5 * minute, "within the hour"],
  ])("counts the hours that are left (%d ms)", (left, words) => {
    const ready = readyNotice({ ...task, reviewEndsAt: after(now, left) }, 1, now);
    expect(ready.description).toContain(`${words};`);
  });

  it("speaks of the window when its end is not known", () => {
    expect(readyNotice(task, 1, now).description).toContain("before its window ends");
  });
});

it("has words for a rejection without words", () => {
  expect(changesRequestedNotice(task, 3).description).toContain("Version 3");
});

it("sends each side of a window that is over to its own tasks", () => {
  expect(windowOverNotices(task).map(({ to, path }) => [to, path])).toEqual([
    ["editor", "/c/tasks"],
    ["creator", "/y/tasks"],
  ]);
});

it("promises where a mail's button leads", () => {
  expect(wherePathLeads("/video-preview/7")).toBe("Preview the video");
  expect(wherePathLeads("/c/profile/anika")).toBe("Open your profile");
  expect(wherePathLeads("/c/tasks")).toBe("Open your tasks");
});
