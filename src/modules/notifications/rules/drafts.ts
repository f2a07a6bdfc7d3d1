import { previewPath } from "#modules/review/rules.ts";
import { taskCardPath } from "#modules/tasks/rules.ts";

import type { NotificationKind } from "../contract.ts";
import { aboutVersion } from "./resolved-requests.ts";
import { momentText, timeLeft } from "./time-text.ts";

type Participant = "creator" | "editor";

/** The content of one notification. */
export interface NotificationContent {
  kind: NotificationKind;
  title: string;
  description: string;
  /** Path inside the app that the notification links to. */
  path: string;
  /** Stays next to unread ones of the same kind about the same task instead of replacing them. */
  separate?: true;
}

/** A notification about a task. `from` is the sender shown beside it; null is Reelay itself. */
export interface NotificationDraft extends NotificationContent {
  to: Participant;
  from: Participant | null;
}

/** The fields of a task that notifications mention. */
export interface NotificationTask {
  id: number;
  taskTitle: string;
  workDescription: string;
  deadline: Date;
}

/** A version in review and the end of its review window. */
interface ReviewedVersion {
  number: number;
  reviewEndsAt: Date;
}

/** `timeZone` is the editor's, or null if it is unknown. */
export function assignedNotification(task: NotificationTask, timeZone: string | null): NotificationDraft {
  return {
    kind: "assigned",
    to: "editor",
    from: "creator",
    title: `New task: ${task.taskTitle}`,
    description: `Due ${momentText(task.deadline, timeZone)}. ${task.workDescription}`,
    path: taskCardPath("editor", task.id),
  };
}

/** `timeZone` is the editor's, or null if it is unknown. */
export function changedNotification(task: NotificationTask, timeZone: string | null): NotificationDraft {
  return {
    kind: "changed",
    to: "editor",
    from: "creator",
    title: `Task changed: ${task.taskTitle}`,
    description: `Due ${momentText(task.deadline, timeZone)}. Review the changes before you continue. ${task.workDescription}`,
    path: taskCardPath("editor", task.id),
  };
}

/** For the editor to whom the task was assigned before. */
export function reassignedNotification(task: NotificationTask): NotificationDraft {
  return {
    kind: "changed",
    to: "editor",
    from: "creator",
    title: `Task reassigned: ${task.taskTitle}`,
    description: "This task was reassigned to another editor. No action needed.",
    path: "/c/tasks",
  };
}

export function cancelledNotification(task: NotificationTask): NotificationDraft {
  return {
    kind: "changed",
    to: "editor",
    from: "creator",
    title: `Task cancelled: ${task.taskTitle}`,
    description: "The creator cancelled this task. No action needed.",
    path: previewPath(task.id),
  };
}

export function readyNotification(
  task: NotificationTask,
  version: ReviewedVersion,
  now: Date,
): NotificationDraft {
  return {
    kind: "ready_to_review",
    to: "creator",
    from: "editor",
    title: `Ready to review: ${task.taskTitle}`,
    description: `Version ${version.number} is ready for review. It expires in ${timeLeft(version.reviewEndsAt, now)}.`,
    path: previewPath(task.id, version.number),
  };
}

export function rejectedFileNotification(
  task: NotificationTask,
  version: number,
  reason: string,
): NotificationDraft {
  return {
    kind: "file_rejected",
    to: "editor",
    from: null,
    title: `Version ${version} can't be used: ${task.taskTitle}`,
    description: reason,
    path: taskCardPath("editor", task.id),
  };
}

export function uploadExpiredNotification(task: NotificationTask, version: number): NotificationDraft {
  return {
    kind: "upload_expired",
    to: "editor",
    from: null,
    title: `Upload expired: ${task.taskTitle}`,
    description: `The upload of version ${version} was inactive for 7 days and has expired. Upload the file again.`,
    path: taskCardPath("editor", task.id),
  };
}

export function changesRequestedNotification(
  task: NotificationTask,
  { feedback, version, openComments }: { feedback: string; version: number; openComments: number },
): NotificationDraft {
  const comments = `Version ${version} has ${openComments} open ${openComments === 1 ? "comment" : "comments"}.`;
  return {
    kind: "changes_requested",
    to: "editor",
    from: "creator",
    title: `Changes requested: ${task.taskTitle}`,
    description: [feedback, ...(openComments > 0 ? [comments] : [])].filter(Boolean).join("\n\n"),
    path: previewPath(task.id, version),
  };
}

export function approvedNotification(task: NotificationTask, version: number): NotificationDraft {
  return {
    kind: "approved",
    to: "editor",
    from: "creator",
    title: `Approved: ${task.taskTitle}`,
    description: `Version ${version} was approved and will be published. No action needed.`,
    path: previewPath(task.id, version),
  };
}

export function approvalUndoneNotification(task: NotificationTask, version: number): NotificationDraft {
  return {
    kind: "approval_undone",
    to: "editor",
    from: "creator",
    title: `Back in review: ${task.taskTitle}`,
    description: `The approval of version ${version} was undone. No action needed.`,
    path: previewPath(task.id, version),
  };
}

export function extensionRequestedNotification(
  task: NotificationTask,
  version: ReviewedVersion,
  now: Date,
): NotificationDraft {
  return {
    kind: "extension_requested",
    to: "creator",
    from: "editor",
    title: `More time requested: ${task.taskTitle}`,
    description: `${aboutVersion(version.number)}expires in ${timeLeft(version.reviewEndsAt, now)}. Your editor asks you to extend the review.`,
    path: previewPath(task.id, version.number),
  };
}

/** `timeZone` is the editor's, or null if it is unknown. */
export function dueSoonNotification(task: NotificationTask, timeZone: string | null): NotificationDraft {
  return {
    kind: "due_soon",
    to: "editor",
    from: null,
    title: `Due soon: ${task.taskTitle}`,
    description: `Due ${momentText(task.deadline, timeZone)}. Upload your version before the deadline.`,
    path: taskCardPath("editor", task.id),
  };
}

export function windowClosingNotification(
  task: NotificationTask,
  version: ReviewedVersion,
  now: Date,
): NotificationDraft {
  return {
    kind: "window_closing",
    to: "creator",
    from: null,
    title: `Review ends soon: ${task.taskTitle}`,
    description: `Version ${version.number} expires in ${timeLeft(version.reviewEndsAt, now)}. Approve or reject it, or extend the review before then.`,
    path: previewPath(task.id, version.number),
  };
}

/** `hasEditor` is false if the editor declined the task. */
export function windowEndedNotifications(task: NotificationTask, hasEditor: boolean): NotificationDraft[] {
  return [
    {
      kind: "window_ended",
      to: "editor",
      from: null,
      title: `Upload again: ${task.taskTitle}`,
      description:
        "The review window ended without a decision, and the video was deleted. Upload your version again.",
      path: taskCardPath("editor", task.id),
    },
    {
      kind: "window_ended",
      to: "creator",
      from: null,
      title: `Review window ended: ${task.taskTitle}`,
      description: hasEditor
        ? "The video was deleted. We asked your editor to upload it again."
        : "The video was deleted. Choose another editor for this task.",
      path: taskCardPath("creator", task.id),
    },
  ];
}

export function publishedNotifications(task: NotificationTask): NotificationDraft[] {
  return [
    {
      kind: "published",
      to: "creator",
      from: null,
      title: `Published: ${task.taskTitle}`,
      description: "Your video is published. Open its progress page for the link.",
      path: `/check-progress/${task.id}`,
    },
    {
      kind: "published",
      to: "editor",
      from: "creator",
      title: `Published: ${task.taskTitle}`,
      description: "The video you edited is published and counts on your profile.",
      path: taskCardPath("editor", task.id),
    },
  ];
}

/** `path` is the page of the step that solves the problem. */
export function publishFailedNotification(
  task: NotificationTask,
  { problem, path }: { problem: string; path: string },
): NotificationDraft {
  return {
    kind: "publish_failed",
    to: "creator",
    from: null,
    title: `Publishing failed: ${task.taskTitle}`,
    description: problem,
    path,
  };
}

/** `path` is the editor's own profile, which shows the rating. */
export function ratingReceivedNotification(
  task: NotificationTask,
  rating: { stars: number; review: string | null; path: string },
): NotificationDraft {
  const { stars, review, path } = rating;
  return {
    kind: "rating_received",
    to: "editor",
    from: "creator",
    title: `Rated ${stars} of 5 stars: ${task.taskTitle}`,
    description: review ?? "You received a rating for this task. It counts on your profile.",
    path,
  };
}
