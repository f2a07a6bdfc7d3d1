import { describe, expect, it } from "vitest";

import { taskUpdatePath } from "#core/paths.ts";
import { after, hour, minute, second } from "#core/time.ts";

import { type TaskEvent, taskEventKinds } from "./kinds.ts";
import { taskEvents } from "./task-events.ts";
import {
  assistantText,
  historyText,
  type NotificationContext,
  notificationsOf,
  reviewedText,
} from "./texts.ts";

const now = new Date("2026-11-20T10:00:00Z");
const context: NotificationContext = {
  task: {
    taskTitle: "Harbour at dawn",
    workDescription: "Two minutes, no music.",
    deadline: new Date("2026-11-24T23:30:00Z"),
    stage: "assigned",
  },
  hasEditor: true,
  timeZones: { creator: null, editor: null },
  now,
};
const taskId = 7;
const review = { taskId, version: 2, reviewEndsAt: after(now, hour) };
const events: TaskEvent[] = [
  { kind: "assigned", taskId },
  { kind: "reassigned", taskId, formerEditorId: 3 },
  { kind: "edited", taskId },
  { kind: "declined", taskId, reason: "No time." },
  { kind: "editor_left", taskId },
  { kind: "due_soon", taskId },
  { kind: "upload_expired", taskId, version: 2 },
  { kind: "refused", taskId, version: 2, failure: { code: "no_picture" } },
  { kind: "in_review", ...review },
  { kind: "commented", taskId, version: 2 },
  { kind: "extension_requested", ...review },
  { kind: "window_extended", ...review },
  { kind: "window_closing", ...review },
  { kind: "expired", taskId, version: 2 },
  { kind: "changes_requested", taskId, version: 2, feedback: "Louder.", openComments: 0 },
  { kind: "approval_given", taskId, version: 2, approvals: { approverIds: [4, 5], given: 1 } },
  { kind: "approval_withdrawn", taskId, version: 2 },
  { kind: "approved", taskId, version: 2, approvals: null },
  { kind: "approval_undone", ...review },
  { kind: "publishing", taskId },
  { kind: "publish_failed", taskId, problem: "Title.", path: taskUpdatePath(7) },
  { kind: "published", taskId },
  { kind: "details_changed", taskId },
  { kind: "cancelled", taskId },
];

it("the events of these tests are of all kinds", () => {
  expect(events.map(({ kind }) => kind)).toEqual(taskEventKinds);
});

it.each([
  ["America/Los_Angeles", "Nov 24, 2026, 11:59 PM."],
  ["Asia/Kolkata", "Nov 25, 2026, 1:29 PM."],
  [null, "Nov 25, 2026, 7:59 AM UTC."],
])("states a deadline in the reader's time zone: %s", (timeZone, text) => {
  // The end of November 24 on the west coast of America.
  const task = { ...context.task, deadline: new Date("2026-11-25T07:59:00Z") };
  for (const kind of ["due_soon", "assigned", "edited"] as const) {
    const [notification] = notificationsOf(
      { kind, taskId },
      { ...context, task, timeZones: { creator: null, editor: timeZone } },
    );
    expect(notification?.description).toContain(`Due ${text}`);
  }
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
    const event = { taskId, version: 1, reviewEndsAt: after(now, left) };
    const [ready] = notificationsOf({ kind: "in_review", ...event }, context);
    expect(ready?.description).toContain(`It expires ${text}, on Nov `);
    const [closing] = notificationsOf({ kind: "window_closing", ...event }, context);
    expect(closing?.description).toContain(`expires ${text}, on Nov `);
  });

  it("states the moment of its expiry in the creator's time zone", () => {
    const event = { taskId, version: 1, reviewEndsAt: new Date("2026-11-20T20:00:00Z") };
    const timeZones = { creator: "Asia/Kolkata", editor: "America/Los_Angeles" };
    for (const kind of ["in_review", "window_closing", "extension_requested"] as const) {
      const [notification] = notificationsOf({ kind, ...event }, { ...context, timeZones });
      expect(notification?.description).toContain(", on Nov 21, 2026, 1:30 AM.");
    }
  });
});

it("notifications link to the exact place", () => {
  const notifications = events.flatMap((event) => notificationsOf(event, context));
  expect(notifications.map(({ kind, to, path }) => `${kind} ${to} ${path}`)).toEqual([
    "assigned editor /c/tasks?task=7",
    "assigned creator /y/tasks?task=7",
    // A former editor has no access to the task.
    "changed formerEditor /c/tasks",
    "assigned editor /c/tasks?task=7",
    "changed editor /c/tasks?task=7",
    "task_declined creator /y/tasks?task=7",
    "editor_left creator /y/tasks?task=7",
    "due_soon editor /c/tasks?task=7",
    "upload_expired editor /c/tasks?task=7",
    "file_rejected editor /c/tasks?task=7",
    "ready_to_review creator /video-preview/7?version=2",
    "extension_requested creator /video-preview/7?version=2",
    "window_closing creator /video-preview/7?version=2",
    "window_ended editor /c/tasks?task=7",
    "window_ended creator /y/tasks?task=7",
    "changes_requested editor /video-preview/7?version=2",
    "approved creator /video-preview/7?version=2",
    "approved editor /video-preview/7?version=2",
    "approval_undone editor /video-preview/7?version=2",
    "publish_failed creator /task-update/7",
    "published creator /check-progress/7",
    "published editor /c/tasks?task=7",
    "changed editor /video-preview/7",
  ]);
});

it("changes of the brief are notified while the task waits for a version", () => {
  const task = { ...context.task, stage: "approved" as const };
  expect(notificationsOf({ kind: "edited", taskId }, { ...context, task })).toEqual([]);
});

it("names the version in titles, and shows the title of the task as it is", () => {
  const event: TaskEvent = { kind: "refused", taskId, version: 2, failure: { code: "no_picture" } };
  const task = { ...context.task, taskTitle: "{version} of {task}" };
  const [refused] = notificationsOf(event, { ...context, task });
  expect(refused?.title).toBe("Version 2 can't be used: {version} of {task}");
  expect(assistantText("approved", task.taskTitle, 2)).toBe("Version 2 of {version} of {task} was approved");
  expect(reviewedText("approved", 2, task.taskTitle)).toEqual({
    by: "creator",
    title: "Approved: {version} of {task}",
    description: "Version 2 was approved.",
  });
});

it("approvals are notified where several people approve", () => {
  const texts = (event: TaskEvent) =>
    notificationsOf(event, context)
      .filter(({ to }) => to === "creator")
      .map(({ kind, title, description }) => [kind, title, description]);
  const approvals = { approverIds: [4, 5], given: 1 };
  expect(texts({ kind: "approval_given", taskId, version: 2, approvals })).toEqual([
    ["approved", "Approval given: Harbour at dawn", "Version 2 has 1 of 2 required approvals."],
  ]);
  const complete = { ...approvals, given: 2 };
  expect(texts({ kind: "approved", taskId, version: 2, approvals: complete })).toEqual([
    ["approved", "Approved: Harbour at dawn", "Version 2 has all required approvals and can be published."],
  ]);
  expect(texts({ kind: "approved", taskId, version: 2, approvals: null })).toEqual([]);
});

it("all placeholders are filled", () => {
  const texts = events.map((event) =>
    JSON.stringify([
      historyText({ kind: event.kind, version: 2, count: 2, requiredApprovals: null }),
      assistantText(event.kind, "Tides", 2),
      notificationsOf(event, context),
      reviewedText(event.kind, 2, "Tides"),
    ]),
  );
  expect(texts.filter((text) => /\{\w+\}/.test(text))).toEqual([]);
});

it("the assistant reports only events of the history", () => {
  const reported = taskEventKinds.filter((kind) => taskEvents[kind].assistant !== null);
  expect(reported.filter((kind) => taskEvents[kind].history === null)).toEqual([]);
});
