import { tasksPath } from "#core/paths.ts";

import { approvalsText, type NotificationTexts, type TaskEventContext } from "./event-texts.ts";
import type { TaskEventKind, TaskEventOf, TaskNotificationKind } from "./kinds.ts";
import { taskEvents } from "./task-events.ts";

interface HistoryTextEntry {
  kind: TaskEventKind;
  version: number | null;
  /** Comments, or required approvals so far. */
  count: number;
  /** Number of approvals that the version needs; null where one is enough, and for other kinds. */
  requiredApprovals: number | null;
}

/** The text of a history entry, such as "7 comments on version 2"; empty for kinds without an entry. */
export function historyText({ kind, version, count, requiredApprovals }: HistoryTextEntry): string {
  const text = fill(taskEvents[kind].history ?? "", {
    ...versionTexts(version),
    comments: count === 1 ? "1 comment" : `${count} comments`,
  });
  return requiredApprovals === null ? text : `${text}, ${approvalsText(count, requiredApprovals)}`;
}

/** The text of the assistant's message; empty for kinds without a message. */
export function assistantText(kind: TaskEventKind, taskTitle: string, version: number | null): string {
  return fill(taskEvents[kind].assistant ?? "", { ...versionTexts(version), task: taskTitle });
}

export interface TaskNotification extends Pick<NotificationTexts<never>, "to" | "from"> {
  kind: TaskNotificationKind;
  title: string;
  description: string;
  path: string;
}

/** Task, time and time zones of the readers of an event's notifications. */
export interface NotificationContext extends Omit<TaskEventContext, "taskId" | "timeZone"> {
  timeZones: Record<"creator" | "editor", string | null>;
}

/** The notifications of an event. */
export function notificationsOf<K extends TaskEventKind>(
  event: TaskEventOf<K>,
  { timeZones, ...context }: NotificationContext,
): TaskNotification[] {
  const about = (to: TaskNotification["to"]) => {
    const timeZone = timeZones[to === "creator" ? "creator" : "editor"];
    return { ...event, ...context, timeZone, taskId: event.taskId };
  };
  const values = versionTexts(versionOf(event));
  const card = (to: TaskNotification["to"]) =>
    tasksPath(to === "creator" ? "YOUTUBER" : "EDITOR", event.taskId);
  return taskEvents[event.kind].notifications
    .filter(({ to, when }) => when?.(about(to)) ?? true)
    .map(({ kind, to, from, title, text, path }) => ({
      kind,
      to,
      from,
      title: `${fill(title, values)}: ${context.task.taskTitle}`,
      description: typeof text === "string" ? fill(text, values) : text(about(to)),
      path: path?.(about(to)) ?? card(to),
    }));
}

/**
 * The text of the requests to review a version after an event, for the user who decided or others; null if they stay as they
 * are.
 */
export function reviewedText(
  kind: TaskEventKind,
  version: number,
  taskTitle: string,
  own = true,
): { by: "creator" | null; title: string; description: string } | null {
  const { reviewed } = taskEvents[kind];
  if (!reviewed) return null;
  return {
    by: reviewed.by === null ? null : "creator",
    title: `${reviewed.title}: ${taskTitle}`,
    description: fill(reviewed.text, versionTexts(version)) + (own ? (reviewed.own ?? "") : ""),
  };
}

/** The version that an event is about, or null. */
export function versionOf(event: object): number | null {
  return "version" in event && typeof event.version === "number" ? event.version : null;
}

function versionTexts(version: number | null) {
  return version === null
    ? { version: "a version", Version: "A version" }
    : { version: `version ${version}`, Version: `Version ${version}` };
}

/** Replaces placeholders at once, because titles of tasks may contain such texts themselves. */
function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
