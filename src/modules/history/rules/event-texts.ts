import { previewPath } from "#core/paths.ts";
import { mayReassign, type Stage } from "#modules/tasks/rules.ts";

import type { TaskEventData, TaskEventKind, TaskNotificationKind } from "./kinds.ts";
import { momentText, timeLeft } from "./time-text.ts";

/** The task of an event as it is now, and what depends on the reader. */
export interface TaskEventContext {
  taskId: number;
  task: { taskTitle: string; workDescription: string; deadline: Date; stage: Stage };
  /** False if the editor declined the task or deleted their account. */
  hasEditor: boolean;
  /** The reader's; null if it is unknown. */
  timeZone: string | null;
  now: Date;
}

/** A notification to one user. `from` is the sender shown beside it; null is Reelay itself. */
export interface NotificationTexts<About = TaskEventContext> {
  kind: TaskNotificationKind;
  to: "creator" | "editor" | "formerEditor";
  from: "creator" | "editor" | null;
  /** The title of the task follows. */
  title: string;
  text: string | ((about: About) => string);
  /** Path inside the app that the notification links to; the task's card if omitted. */
  path?: (about: About) => string;
  /** Whether it is sent; always if omitted. */
  when?: (about: About) => boolean;
}

/** Texts of a kind of event for each audience, with the placeholders `{task}`, `{version}`, `{Version}` and `{comments}`. */
interface TaskEventTexts<Data> {
  /** The entry in the task's history; null if it has none. */
  history: string | null;
  /** The assistant's message to creator and editor; null if there is none. */
  assistant: string | null;
  notifications: readonly NotificationTexts<TaskEventContext & Data>[];
  /** Replaces the creator's requests to review the version; they stay without it. By the creator unless stated otherwise. */
  reviewed?: {
    title: string;
    text: string;
    /** Follows for the user who decided. */
    own?: string;
    by?: null;
  };
}

/** Follow the text of a review for the user who decided. */
export const ownTexts = {
  extended: " You extended its review window.",
  requested: " You requested changes.",
};

/** A kind without texts for one of the audiences does not compile. */
export type TaskEventTable = { [K in TaskEventKind]: TaskEventTexts<TaskEventData[K]> };

/** The end of a review: the time left, and the moment in the reader's time zone. */
export function expiryText({
  reviewEndsAt,
  now,
  timeZone,
}: TaskEventContext & { reviewEndsAt: Date }): string {
  return `in ${timeLeft(reviewEndsAt, now)}, on ${momentText(reviewEndsAt, timeZone)}`;
}

/** The deadline of the task in the time zone of its editor. */
export function deadlineText({ task, timeZone }: TaskEventContext): string {
  return momentText(task.deadline, timeZone);
}

/** The next step of a creator whose task has no editor. */
export function withoutEditorText(stage: Stage): string {
  return mayReassign(stage)
    ? "Choose another editor for this task."
    : "You can still review and publish the version they uploaded. If you need another version, reject this one, then choose another editor.";
}

/** The feedback of a rejection and the number of open comments. */
export function feedbackText(rejection: { version: number; feedback: string; openComments: number }): string {
  const { version, feedback, openComments } = rejection;
  const comments = `Version ${version} has ${openComments} open ${openComments === 1 ? "comment" : "comments"}.`;
  return [feedback, openComments > 0 ? comments : ""].filter(Boolean).join("\n\n");
}

/** The approvals of a version, such as "1 of 2 required approvals". */
export function approvalsText(given: number, required: number): string {
  return `${given} of ${required} required ${required === 1 ? "approval" : "approvals"}`;
}

/** The path of the version that an event is about. */
export function toVersion({ taskId, version }: { taskId: number; version: number }): string {
  return previewPath(taskId, version);
}
