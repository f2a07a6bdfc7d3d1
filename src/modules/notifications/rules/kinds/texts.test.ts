import { describe, expect, it } from "vitest";

import {
  checkProgressPath,
  messagesPath,
  previewPath,
  settingsPath,
  tasksPath,
  taskFilesPath,
  taskUpdatePath,
} from "#core/paths.ts";
import { after, day, hour, minute, second } from "#core/time.ts";
import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";

import { isReadable, isReadAt, kindNames, presentKind, storedData } from "./index.ts";
import type { Reader } from "./kind.ts";

const now = new Date("2026-11-20T10:00:00Z");
const creator: Reader = { role: "YOUTUBER", name: "meera", timeZone: null };
const editor: Reader = { role: "EDITOR", name: "anika", timeZone: null };
const title = "Harbour";
const brief = { workDescription: "Two minutes.", deadline: new Date("2026-11-25T07:59:00Z") };
const review = { title, reviewEndsAt: after(now, hour) };
const quoted = { version: 1, timecode: "00:00:04:12", author: null, text: "Louder." };
const comments = { title, commentId: "c1", count: 4, guest: null, quoted: [quoted, quoted, quoted] };

interface Sent {
  kind: NotificationKind;
  data: Record<string, unknown>;
  reader?: Reader;
  endedBy?: string;
  senderId?: number;
}

/** A notification about version 2 of task 7, or about a destination, as it is read after it was stored. */
function read({ kind, data, reader = editor, endedBy, senderId = 2 }: Sent) {
  const about = { taskId: 7, version: 2, destinationId: "d1" };
  const stored: unknown = JSON.parse(JSON.stringify(storedData({ kind, data, ...about }, now)));
  const row = { ...about, kind, data: stored as Record<string, unknown>, personId: 1, senderId };
  return presentKind({ ...row, endedBy: endedBy ?? null, createdAt: now }, reader);
}

const versionEnd = "expires in 1 hour, on Nov 20, 2026, 11:00 AM UTC";
const due = "Due Nov 25, 2026, 7:59 AM UTC.";
const texts: [Sent, string, string, string][] = [
  [
    { kind: "assigned", data: { title, ...brief, to: "editor" } },
    "New task: Harbour",
    `${due} Two minutes.`,
    tasksPath("EDITOR", 7),
  ],
  [
    { kind: "assigned", data: { title, ...brief, to: "creator" }, reader: creator },
    "Task created for you: Harbour",
    `${due} Two minutes.`,
    tasksPath("YOUTUBER", 7),
  ],
  [
    { kind: "assigned", data: { title, to: "contributor", label: "Sound" } },
    "New contribution: Harbour",
    "Sound. Open the task to read the brief.",
    previewPath(7),
  ],
  [
    { kind: "changed", data: { title, ...brief, event: "reassigned" } },
    "Task reassigned: Harbour",
    "This task was reassigned to another editor. No action needed.",
    tasksPath("EDITOR"),
  ],
  [
    { kind: "changed", data: { title, ...brief, event: "edited" } },
    "Task changed: Harbour",
    `${due} Review the changes before you continue. Two minutes.`,
    tasksPath("EDITOR", 7),
  ],
  [
    { kind: "changed", data: { title, ...brief, event: "cancelled" } },
    "Task cancelled: Harbour",
    "The creator cancelled this task. No action needed.",
    previewPath(7),
  ],
  [
    { kind: "due_soon", data: { title, ...brief } },
    "Due soon: Harbour",
    `${due} Upload your version before the deadline.`,
    tasksPath("EDITOR", 7),
  ],
  [
    { kind: "files_arrived", data: { title, name: "anika", files: 12, bytes: 84_000_000_000 } },
    "12 files, 84.0 GB from anika: Harbour",
    "They have been checked after the upload and can be downloaded.",
    taskFilesPath(7),
  ],
  [
    { kind: "ready_to_review", data: review, reader: creator },
    "Ready to review: Harbour",
    `Version 2 is ready for review. It ${versionEnd}.`,
    previewPath(7, 2),
  ],
  [
    { kind: "window_closing", data: review, reader: creator },
    "Review ends soon: Harbour",
    `Version 2 ${versionEnd}. Approve or reject it, or extend the review before then.`,
    previewPath(7, 2),
  ],
  [
    { kind: "extension_requested", data: review, reader: creator },
    "More time requested: Harbour",
    `Version 2 ${versionEnd}. Your editor asks you to extend the review.`,
    previewPath(7, 2),
  ],
  [
    { kind: "window_ended", data: { title, to: "editor", hasEditor: true } },
    "Upload again: Harbour",
    "The review window ended without a decision, and the video was deleted. Upload your version again.",
    tasksPath("EDITOR", 7),
  ],
  [
    { kind: "window_ended", data: { title, to: "creator", hasEditor: false }, reader: creator },
    "Review window ended: Harbour",
    "The video was deleted. Choose another editor for this task.",
    tasksPath("YOUTUBER", 7),
  ],
  [
    { kind: "version_withdrawn", data: { title, reason: "The titles are wrong." }, reader: creator },
    "Version 2 withdrawn: Harbour",
    "Your editor withdrew version 2 and will upload another one. You'll be notified when it's ready to review.\n\nReason: The titles are wrong.",
    tasksPath("YOUTUBER", 7),
  ],
  [
    { kind: "changes_requested", data: { title, feedback: "Louder.", openComments: 1 } },
    "Changes requested: Harbour",
    "Louder.\n\nThere is 1 open comment.",
    previewPath(7, 2),
  ],
  [
    {
      kind: "approved",
      data: { title, event: "approval_given", to: "creator", approvals: { approverIds: [4, 5], given: 1 } },
      reader: creator,
    },
    "Approval given: Harbour",
    "Version 2 has 1 of 2 required approvals.",
    previewPath(7, 2),
  ],
  [
    { kind: "approved", data: { title, event: "approved", to: "creator" }, reader: creator },
    "Approved: Harbour",
    "Version 2 has all required approvals and can be published.",
    previewPath(7, 2),
  ],
  [
    { kind: "approved", data: { title, event: "approved", to: "editor", approvals: null } },
    "Approved: Harbour",
    "Version 2 was approved and will be published. No action needed.",
    previewPath(7, 2),
  ],
  [
    { kind: "approval_undone", data: { title } },
    "Back in review: Harbour",
    "The approval of version 2 was undone. No action needed.",
    previewPath(7, 2),
  ],
  [
    {
      kind: "file_rejected",
      data: { title: "{version}", failure: { code: "no_ffmpeg", obstacle: "is 10-bit" } },
    },
    "Version 2 can't be used: {version}",
    "10-bit",
    tasksPath("EDITOR", 7),
  ],
  [
    { kind: "upload_expired", data: { title } },
    "Upload expired: Harbour",
    "The upload of version 2 was inactive for 7 days and has expired. Upload the file again.",
    tasksPath("EDITOR", 7),
  ],
  [
    { kind: "published", data: { title, to: "creator" }, reader: creator },
    "Published: Harbour",
    "The video is published. Open its progress page for the link.",
    checkProgressPath(7),
  ],
  [
    { kind: "published", data: { title, to: "editor" } },
    "Published: Harbour",
    "The video you edited is published and appears on your profile.",
    tasksPath("EDITOR", 7),
  ],
  [
    {
      kind: "publish_failed",
      data: { title, code: "invalid_title", platform: "YouTube" },
    },
    "Publishing failed: Harbour",
    "YouTube",
    taskUpdatePath(7),
  ],
  [
    {
      kind: "connection_broken",
      data: { title: "Tides", platform: "YouTube", cause: "ended", waiting: ["A", "B", "C", "D"] },
    },
    "Connection broken: Tides",
    "The access to YouTube has expired or was revoked. Waiting for it: “A”, “B”, “C”, 1 more. Reconnect it.",
    "d1",
  ],
  [
    { kind: "rating_received", data: { title, stars: 4, review: null } },
    "Rated 4 of 5 stars: Harbour",
    "You received a rating for this task. It appears on your profile.",
    "/anika#reviews",
  ],
  [
    { kind: "comments", data: comments },
    "4 new comments: Harbour",
    "00:00:04:12: Louder.\n\n00:00:04:12: Louder.\n\n00:00:04:12: Louder.\n\nAnd 1 more.",
    previewPath(7, 2, "c1"),
  ],
  [
    { kind: "comments", data: { ...comments, count: 3, replies: 2 } },
    "3 new comments and replies: Harbour",
    "00:00:04:12: Louder.\n\n00:00:04:12: Louder.\n\n00:00:04:12: Louder.",
    previewPath(7, 2, "c1"),
  ],
  [
    { kind: "comments", data: { ...comments, count: 1, replies: 1, quoted: [quoted] } },
    "New reply: Harbour",
    "00:00:04:12: Louder.",
    previewPath(7, 2, "c1"),
  ],
  [
    {
      kind: "comments",
      data: { ...comments, count: 1, guest: "Zoe (guest)", quoted: [{ ...quoted, text: "" }] },
    },
    "Zoe (guest) commented: Harbour",
    "00:00:04:12: A drawing or image on version 1.",
    previewPath(7, 2, "c1"),
  ],
  [
    {
      kind: "mention",
      data: { title, commentId: "c1", author: "meera", comment: { ...quoted, timecode: null } },
    },
    "meera mentioned you: Harbour",
    "Louder.",
    previewPath(7, 2, "c1"),
  ],
  [
    { kind: "message", data: { otherId: 5, name: "meera", isRequest: true, count: 1, quoted: [] } },
    "meera wants to message you",
    "Read the message to accept or block it.",
    messagesPath("EDITOR", 5),
  ],
  [
    {
      kind: "message",
      data: {
        otherId: 5,
        name: "meera",
        isRequest: false,
        count: 2,
        quoted: [
          { text: "Hi", images: 0 },
          { text: "", images: 2 },
        ],
      },
    },
    "2 new messages from meera",
    "Hi\n\n2 images.",
    messagesPath("EDITOR", 5),
  ],
  [
    {
      kind: "team_invitation",
      data: { creator: "meera", work: ["see them", "create tasks", "publish"], expiresAt: after(now, day) },
    },
    "meera invited you to join their team",
    `You'll be able to see them, create tasks, and publish. Accept or decline in Settings before Nov 21, 2026, 10:00 AM UTC.`,
    settingsPath("EDITOR"),
  ],
  [
    { kind: "team_invitation", data: { creator: "meera", member: "editor" } },
    "meera invited you to join their team",
    "Accept or decline in Settings.",
    settingsPath("EDITOR"),
  ],
  [
    {
      kind: "invitation_accepted",
      data: { name: "anika", purpose: "task", subject: "Tides" },
      reader: creator,
    },
    "anika accepted your invitation",
    "anika is now the editor of “Tides” and can upload the first version.",
    tasksPath("YOUTUBER"),
  ],
  [
    { kind: "task_declined", data: { title, stage: "assigned", reason: "No time." }, reader: creator },
    "Task declined: Harbour",
    "Choose another editor for this task.\n\nReason: No time.",
    tasksPath("YOUTUBER", 7),
  ],
  [
    { kind: "editor_left", data: { title, stage: "assigned" }, reader: creator },
    "Your editor deleted their account: Harbour",
    "Choose another editor for this task.",
    tasksPath("YOUTUBER", 7),
  ],
];

it.each(texts)("%o", (sent, expectedTitle, description, path) => {
  const content = read(sent);
  expect(content.title).toBe(expectedTitle);
  expect(content.description).toContain(description);
  expect(content.path.endsWith(path)).toBe(true);
});

it("these are all kinds", () => {
  expect(new Set(texts.map(([{ kind }]) => kind))).toEqual(new Set(kindNames));
});

it.each([
  ["America/Los_Angeles", "Nov 24, 2026, 11:59 PM."],
  ["Asia/Kolkata", "Nov 25, 2026, 1:29 PM."],
])("states moments in the reader's time zone: %s", (timeZone, text) => {
  const { description } = read({
    kind: "due_soon",
    data: { title, ...brief },
    reader: { ...editor, timeZone },
  });
  expect(description).toContain(`Due ${text}`);
});

it.each([
  [10 * hour, "in 10 hours"],
  [10 * hour - second, "in 10 hours"],
  [9 * hour + 58 * minute, "in 9 hours"],
  [5 * minute, "in 5 minutes"],
  [second, "in 1 minute"],
])("states when a version expires (%d ms)", (rest, text) => {
  const data = { title, reviewEndsAt: after(now, rest) };
  expect(read({ kind: "ready_to_review", data }).description).toContain(`It expires ${text}, on Nov `);
});

describe("a notification that has ended", () => {
  it("says how, also whether its reader did it", () => {
    const request = { kind: "ready_to_review" as const, data: review, endedBy: "changes_requested" };
    expect(read(request)).toMatchObject({
      title: "Changes requested: Harbour",
      description: "Version 2 was reviewed.",
    });
    expect(read({ ...request, senderId: 1 }).description).toBe(
      "Version 2 was reviewed. You requested changes.",
    );
  });

  it("whose data doesn't fit its kind has the name of the kind, and a link to the task", () => {
    const row = { kind: "approval_undone" as const, data: { title: "Harbour" }, personId: 1, senderId: 2 };
    const about = { taskId: 7, version: null, destinationId: null, endedBy: null, createdAt: now };
    expect(presentKind({ ...row, ...about }, editor)).toEqual({
      title: "Approvals that were undone: Harbour",
      description: "The details can't be shown.",
      path: previewPath(7),
    });
    expect(isReadable({ ...row, ...about }, editor)).toBe(false);
    expect(isReadable({ ...row, ...about, version: 2 }, editor)).toBe(true);
    expect(isReadAt({ ...row, ...about }, { screen: "preview", taskId: 7 }, editor)).toBe(true);
  });

  it("from before there was data keeps its text until then", () => {
    const before = {
      title: "Ready to review: Harbour",
      description: "Version 2 …",
      path: previewPath(7),
    };
    const row = { kind: "ready_to_review" as const, data: { title, before }, personId: 1, senderId: 2 };
    const about = { taskId: 7, version: 2, destinationId: null, createdAt: now };
    expect(presentKind({ ...row, ...about, endedBy: null }, creator)).toEqual(before);
    expect(presentKind({ ...row, ...about, endedBy: "approved" }, creator)).toMatchObject({
      title: "Approved: Harbour",
      description: "Version 2 was approved.",
    });
    // The screen to which it leads is unknown.
    const shown = { screen: "preview", taskId: 7 } as const;
    expect(isReadAt({ ...row, ...about, endedBy: null }, shown, creator)).toBe(true);
    expect(isReadAt({ ...row, ...about, endedBy: null }, { ...shown, version: 1 }, creator)).toBe(false);
  });
});
