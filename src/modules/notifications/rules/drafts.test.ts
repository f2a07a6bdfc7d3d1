import { describe, expect, it } from "vitest";

import { after, hour, minute, second } from "#core/time.ts";

import {
  assignedNotification,
  changedNotification,
  dueSoonNotification,
  readyNotification,
  windowClosingNotification,
  windowEndedNotifications,
  type NotificationTask,
} from "./drafts.ts";

const now = new Date("2026-11-20T10:00:00Z");
const task: NotificationTask = {
  id: 7,
  taskTitle: "Harbour at dawn",
  workDescription: "Two minutes, no music.",
  deadline: new Date("2026-11-24T23:30:00Z"),
};

it.each([
  ["America/Los_Angeles", "Nov 24, 2026, 11:59 PM."],
  ["Asia/Kolkata", "Nov 25, 2026, 1:29 PM."],
  [null, "Nov 25, 2026, 7:59 AM UTC."],
])("states a deadline in the reader's time zone: %s", (timeZone, text) => {
  // The end of November 24 on the west coast of America.
  const about = { ...task, deadline: new Date("2026-11-25T07:59:00Z") };
  const drafts = [dueSoonNotification, assignedNotification, changedNotification];
  for (const draft of drafts) expect(draft(about, timeZone).description).toContain(`Due ${text}`);
});

describe("a version that is ready for review", () => {
  it.each([
    [10 * hour, "in 10 hours"],
    [10 * hour - second, "in 10 hours"],
    [9 * hour + 58 * minute, "in 9 hours"],
    [hour, "in 1 hour"],
    [5 * minute, "in 5 minutes"],
    [second, "in 1 minute"],
  ])("states when it expires (%d ms)", (left, text) => {
    const version = { number: 1, reviewEndsAt: after(now, left) };
    expect(readyNotification(task, version, now).description).toContain(`It expires ${text}.`);
    expect(windowClosingNotification(task, version, now).description).toContain(`expires ${text}.`);
  });
});

it("links each participant of an ended review to their own tasks", () => {
  expect(windowEndedNotifications(task).map(({ to, path }) => [to, path])).toEqual([
    ["editor", "/c/tasks"],
    ["creator", "/y/tasks"],
  ]);
});
