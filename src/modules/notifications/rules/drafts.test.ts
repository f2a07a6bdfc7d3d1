import { describe, expect, it } from "vitest";

import { after, hour, minute, second } from "#core/time.ts";

import {
  approvedNotification,
  assignedNotification,
  cancelledNotification,
  changedNotification,
  changesRequestedNotification,
  dueSoonNotification,
  publishedNotifications,
  publishFailedNotification,
  readyNotification,
  reassignedNotification,
  rejectedFileNotification,
  uploadExpiredNotification,
  windowClosingNotification,
  windowEndedNotifications,
  type NotificationTask,
} from "./drafts.ts";
import { declinedNotification, editorLeftNotification } from "./missing-editor.ts";

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

it("links to the exact place", () => {
  const version = { number: 2, reviewEndsAt: after(now, hour) };
  const drafts = [
    assignedNotification(task, null),
    changedNotification(task, null),
    reassignedNotification(task),
    cancelledNotification(task),
    readyNotification(task, version, now),
    rejectedFileNotification(task, 2, "No video."),
    uploadExpiredNotification(task, 2),
    changesRequestedNotification(task, { version: 2, feedback: "Louder.", openComments: 0 }),
    approvedNotification(task, 2),
    dueSoonNotification(task, null),
    windowClosingNotification(task, version, now),
    ...windowEndedNotifications(task, true),
    ...publishedNotifications(task),
    declinedNotification({ ...task, stage: "assigned" }, "No time."),
    editorLeftNotification({ ...task, stage: "assigned" }),
    publishFailedNotification(task, { problem: "Title.", path: "/task-update/7" }),
  ];
  expect(drafts.map(({ kind, to, path }) => `${kind} ${to} ${path}`)).toEqual([
    "assigned editor /c/tasks?task=7",
    "changed editor /c/tasks?task=7",
    // A former editor has no access to the task.
    "changed editor /c/tasks",
    "changed editor /video-preview/7",
    "ready_to_review creator /video-preview/7?version=2",
    "file_rejected editor /c/tasks?task=7",
    "upload_expired editor /c/tasks?task=7",
    "changes_requested editor /video-preview/7?version=2",
    "approved editor /video-preview/7?version=2",
    "due_soon editor /c/tasks?task=7",
    "window_closing creator /video-preview/7?version=2",
    "window_ended editor /c/tasks?task=7",
    "window_ended creator /y/tasks?task=7",
    "published creator /check-progress/7",
    "published editor /c/tasks?task=7",
    "task_declined creator /y/tasks?task=7",
    "editor_left creator /y/tasks?task=7",
    "publish_failed creator /task-update/7",
  ]);
});
