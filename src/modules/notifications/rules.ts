import { hour, minute } from "#core/time.ts";
import { mayReassign, type Stage } from "#modules/tasks/rules.ts";

import type { NotificationKind } from "./contract.ts";

/** How much of a description is shown at first (specification, section 9). */
export const descriptionPreview = 200;

/** How much of a description a mail carries; the rest is in the app. */
const mailedDescription = 600;

type Side = "creator" | "editor";

/** What one of a task's two people is told. `from` is whose picture stands beside it; null is the server itself. */
export interface Notice {
  kind: NotificationKind;
  to: Side;
  from: Side | null;
  title: string;
  description: string;
  /** Where it leads inside the app. */
  path: string;
}

/** What notices say of a task. */
export interface NoticeTask {
  id: number;
  taskTitle: string;
  workDescription: string;
  deadline: Date;
  feedback: string | null;
  reviewEndsAt: Date | null;
}

const editorTasks = "/c/tasks";
const creatorTasks = "/y/tasks";

export function assignedNotice(task: NoticeTask): Notice {
  return {
    kind: "assigned",
    to: "editor",
    from: "creator",
    title: `New task: ${task.taskTitle}`,
    description: `Due ${momentOf(task.deadline)}. ${task.workDescription}`,
    path: editorTasks,
  };
}

export function changedNotice(task: NoticeTask): Notice {
  return {
    kind: "changed",
    to: "editor",
    from: "creator",
    title: `Task changed: ${task.taskTitle}`,
    description: `Due ${momentOf(task.deadline)}. Look at the task again before you go on. ${task.workDescription}`,
    path: editorTasks,
  };
}

/** For the editor who has the task no more. */
export function reassignedNotice(task: NoticeTask): Notice {
  return {
    kind: "changed",
    to: "editor",
    from: "creator",
    title: `Task reassigned: ${task.taskTitle}`,
    description: "Another editor does it now. There is nothing left for you to do.",
    path: editorTasks,
  };
}

export function cancelledNotice(task: NoticeTask): Notice {
  return {
    kind: "changed",
    to: "editor",
    from: "creator",
    title: `Task cancelled: ${task.taskTitle}`,
    description: "There is nothing left for you to do.",
    path: editorTasks,
  };
}

export function readyNotice(task: NoticeTask, version: number, now: Date): Notice {
  const within = task.reviewEndsAt ? `within ${hoursLeft(task.reviewEndsAt, now)}` : "before its window ends";
  return {
    kind: "ready_to_review",
    to: "creator",
    from: "editor",
    title: `Ready to review: ${task.taskTitle}`,
    description: `Version ${version} is here. Preview it and decide ${within}; then the video is deleted from the server.`,
    path: `/video-preview/${task.id}`,
  };
}

export function refusedNotice(task: NoticeTask, version: number, reason: string): Notice {
  return {
    kind: "refused",
    to: "editor",
    from: null,
    title: `Version ${version} can't be used: ${task.taskTitle}`,
    description: reason,
    path: editorTasks,
  };
}

/** What had arrived of an upload is let go after a week without a byte. */
export function uploadExpiredNotice(task: NoticeTask, version: number): Notice {
  return {
    kind: "upload_given_up",
    to: "editor",
    from: null,
    title: `Upload not finished: ${task.taskTitle}`,
    description: `Nothing more of version ${version} has come for 7 days, so what had arrived was deleted from the server. Upload the file again.`,
    path: editorTasks,
  };
}

export function changesRequestedNotice(task: NoticeTask, version: number): Notice {
  return {
    kind: "changes_requested",
    to: "editor",
    from: "creator",
    title: `Changes requested: ${task.taskTitle}`,
    description: task.feedback ?? `Version ${version} needs changes. Open the task to see what to do.`,
    path: editorTasks,
  };
}

export function approvedNotice(task: NoticeTask, version: number): Notice {
  return {
    kind: "approved",
    to: "editor",
    from: "creator",
    title: `Approved: ${task.taskTitle}`,
    description: `Version ${version} is approved. It is published next; there is nothing left for you to do.`,
    path: editorTasks,
  };
}

export function dueSoonNotice(task: NoticeTask): Notice {
  return {
    kind: "due_soon",
    to: "editor",
    from: null,
    title: `Due soon: ${task.taskTitle}`,
    description: `Due ${momentOf(task.deadline)}. Upload your version before that.`,
    path: editorTasks,
  };
}

export function windowClosingNotice(task: NoticeTask, version: number, now: Date): Notice {
  const left = task.reviewEndsAt ? timeLeft(task.reviewEndsAt, now) : "soon";
  return {
    kind: "window_closing",
    to: "creator",
    from: null,
    title: `Decide soon: ${task.taskTitle}`,
    description: `Version ${version} is deleted from the server in ${left}. Approve it, ask for changes, or take more time before that.`,
    path: `/video-preview/${task.id}`,
  };
}

export function windowOverNotices(task: NoticeTask): Notice[] {
  return [
    {
      kind: "window_over",
      to: "editor",
      from: null,
      title: `Upload again: ${task.taskTitle}`,
      description:
        "The review window is over and the video is deleted from the server. Upload your version again.",
      path: editorTasks,
    },
    {
      kind: "window_over",
      to: "creator",
      from: null,
      title: `Review window over: ${task.taskTitle}`,
      description: "The video is deleted from the server. Your editor has been asked to upload it again.",
      path: creatorTasks,
    },
  ];
}

export function publishedNotices(task: NoticeTask): Notice[] {
  return [
    {
      kind: "published",
      to: "creator",
      from: null,
      title: `Published: ${task.taskTitle}`,
      description: "Your video is published. Its page shows where to watch it.",
      path: `/check-progress/${task.id}`,
    },
    {
      kind: "published",
      to: "editor",
      from: "creator",
      title: `Published: ${task.taskTitle}`,
      description: "The video you edited is published. It counts on your profile.",
      path: editorTasks,
    },
  ];
}

export function editorLeftNotice(task: NoticeTask & { stage: Stage }): Notice {
  return {
    kind: "editor_left",
    to: "creator",
    from: null,
    title: `Your editor has left: ${task.taskTitle}`,
    description: mayReassign(task.stage)
      ? "They have deleted their account. Choose another editor for the task."
      : "They have deleted their account. What they delivered stays, to review and to publish. If you need another version, request changes, then choose another editor.",
    path: creatorTasks,
  };
}

export function publishFailedNotice(task: NoticeTask, problem: string): Notice {
  return {
    kind: "publish_failed",
    to: "creator",
    from: null,
    title: `Publishing stopped: ${task.taskTitle}`,
    description: problem,
    path: `/check-progress/${task.id}`,
  };
}

/** `path` leads to the editor's own profile, where the rating shows. */
export function ratingReceivedNotice(
  task: NoticeTask,
  rating: { stars: number; review: string | null; path: string },
): Notice {
  const { stars, review, path } = rating;
  return {
    kind: "rating_received",
    to: "editor",
    from: "creator",
    title: `Rated ${stars} of 5 stars: ${task.taskTitle}`,
    description: review ?? "Your work on this task was rated. It counts on your profile.",
    path,
  };
}

/** What the button of a mail promises. */
export function wherePathLeads(path: string): string {
  if (path.includes("/profile/")) return "Open your profile";
  if (path.startsWith("/video-preview/")) return "Preview the video";
  if (path.startsWith("/check-progress/")) return "Open the video's page";
  return "Open your tasks";
}

/** The beginning of a long description, cut between words. */
export function excerptForMail(description: string): string {
  const letters = [...description.trim()];
  if (letters.length <= mailedDescription) return letters.join("");
  const cut = letters.slice(0, mailedDescription).join("");
  return `${cut.replace(/\s+\S{0,40}$/, "")} …`;
}

/**
 * With its hour: a deadline is the last minute of its writer's day, which may be another day where it is read (a mail does
 * not know where that is).
 */
function momentOf(deadline: Date): string {
  const day = { month: "short", day: "numeric", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat("en-US", { ...day, ...time }).format(deadline)} UTC`;
}

/** Hours, or minutes when less than one is left. */
function timeLeft(end: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((end.getTime() - now.getTime()) / minute));
  if (minutes >= 60) return hoursLeft(end, now);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** Whole hours; a window that has only just begun counts in full. */
function hoursLeft(end: Date, now: Date): string {
  const hours = Math.floor((end.getTime() - now.getTime() + minute) / hour);
  if (hours >= 1) return hours === 1 ? "1 hour" : `${hours} hours`;
  return "the hour";
}
