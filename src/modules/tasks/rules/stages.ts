import type { Role, TaskAbility } from "#core/permission.ts";
import { momentInTimeZone } from "#core/time-zone.ts";
import { day, hour } from "#core/time.ts";
import { isFormerMember } from "#modules/people/rules/former-member.ts";

/** Stages of a task, in the order of the progress track. */
export const stages = [
  "assigned",
  "in_review",
  "changes_requested",
  "approved",
  "publishing",
  "published",
  "cancelled",
] as const;
export type Stage = (typeof stages)[number];

/** Events that change the stage of a task. */
export type Move =
  | "version_playable"
  | "approve"
  | "undo_approval"
  | "reject"
  | "send_back"
  | "window_ended"
  | "withdraw"
  | "start_publishing"
  | "publishing_failed"
  | "publish"
  | "cancel";

/** The only state machine of a task: stage → move → next stage. */
const table: Record<Stage, Partial<Record<Move, Stage>>> = {
  assigned: { version_playable: "in_review", cancel: "cancelled" },
  in_review: {
    version_playable: "in_review",
    approve: "approved",
    reject: "changes_requested",
    window_ended: "assigned",
    withdraw: "assigned",
    cancel: "cancelled",
  },
  changes_requested: { version_playable: "in_review", cancel: "cancelled" },
  approved: {
    start_publishing: "publishing",
    undo_approval: "in_review",
    send_back: "changes_requested",
    window_ended: "assigned",
    cancel: "cancelled",
  },
  publishing: { publish: "published", publishing_failed: "approved" },
  published: {},
  cancelled: {},
};

/** Stages without a next stage. */
export const endStages: readonly Stage[] = stages.filter((stage) => Object.keys(table[stage]).length === 0);

/** True for tasks that are neither published nor cancelled. */
export function isOpen(stage: Stage): boolean {
  return !endStages.includes(stage);
}

/** The stage after a move, or null if the stage doesn't allow the move. */
export function nextStage(stage: Stage, move: Move): Stage | null {
  return table[stage][move] ?? null;
}

/** Whether the stage allows the move. */
export function allows(stage: Stage, move: Move): boolean {
  return nextStage(stage, move) !== null;
}

/** Whether the task is waiting for the editor to upload a version. */
export function mayUpload(stage: Stage): boolean {
  return stage === "assigned" || stage === "changes_requested";
}

/** Whether the creator can edit the task: until publishing starts. */
export function mayEdit(stage: Stage): boolean {
  return allows(stage, "cancel");
}

/** Whether the creator can change the editor: until a version is in review. */
export function mayReassign(stage: Stage): boolean {
  return mayUpload(stage);
}

/**
 * Whether the creator has to choose an editor, because there is none whose invitation is pending, or the editor declined the
 * task, deleted their account or is suspended.
 */
export function needsEditor(task: {
  stage: Stage;
  declined: object | null;
  editor: { role: Role; name: string; suspended?: true | undefined } | null;
  waitingFor: { state: "pending" | "ended" } | null;
}): boolean {
  if (!mayReassign(task.stage)) return false;
  if (task.editor === null) return task.waitingFor?.state !== "pending";
  return task.declined !== null || isFormerMember(task.editor) || task.editor.suspended === true;
}

/** Whether the editor can decline the task: until a version is approved. */
export function mayDecline(stage: Stage): boolean {
  return mayUpload(stage) || stage === "in_review";
}

/** Characters of the reason for declining a task. */
export const maxReasonLength = 500;

/** The id of the task's editor; null if they declined the task, or if it is waiting for an invited person. */
export function activeEditor({
  editorId,
  declinedAt,
}: {
  editorId: number | null;
  declinedAt: Date | null;
}): number | null {
  return declinedAt === null ? editorId : null;
}

/** Whether the task is published; the `isCompleted` of the API. */
export function isCompleted(stage: Stage): boolean {
  return stage === "published";
}

/** Labels of the progress track. */
export const trackSteps = ["assigned", "in review", "approved", "publishing", "published"] as const;

/** Index of the stage's step in `trackSteps`. */
export function trackPosition(stage: Stage): number {
  const at: Record<Stage, number> = {
    assigned: 0,
    changes_requested: 0,
    in_review: 1,
    approved: 2,
    publishing: 3,
    published: 4,
    cancelled: 0,
  };
  return at[stage];
}

/** Maximum number of reference files of a task. */
export const maxAttachments = 30;

/** New tasks of a user. Only a program creates more, which would slow down the lists of others. */
export const newTaskLimit = { attempts: 500, window: hour };

/** The newest tasks of a user that figures count, so that these take as long after years as at the beginning. */
export const countedTasks = 1000;

/** The editor is reminded this long before the deadline. */
export const remindBefore = day;

/** A date, or a timestamp with an offset from UTC: without the offset it would depend on the server's time zone. */
const dateOrTimestamp = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The end of a deadline. A date without a time ends at 23:59 in the time zone of the user who sets it; browsers send a timestamp.
 * Null for invalid dates and for years before 2000 or after 2199.
 */
export function deadlineMoment(text: string, timeZone: string): Date | null {
  const [, day = "", time] = dateOrTimestamp.exec(text) ?? [];
  if (!isOnCalendar(day)) return null;
  const moment = time === undefined ? momentInTimeZone(timeZone, `${day}T23:59:00`) : new Date(day + time);
  const year = moment.getUTCFullYear();
  return year >= 2000 && year < 2200 ? moment : null;
}

/** JavaScript parses February 30 as March 2. */
function isOnCalendar(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** Whether the task is waiting for its editor after the deadline: a version that was uploaded late waits for its review. */
export function isOverdue(task: { deadline: string; stage: Stage }, now: Date): boolean {
  return mayUpload(task.stage) && new Date(task.deadline) < now;
}

/** Whether the task is waiting for its editor and is due within `remindBefore`. */
export function isDueSoon(task: { deadline: string; stage: Stage }, now: Date): boolean {
  const remaining = new Date(task.deadline).getTime() - now.getTime();
  return mayUpload(task.stage) && remaining >= 0 && remaining <= remindBefore;
}

/** Whether an attachment's URL names a video file; all others are shown as images. */
export function isVideoAddress(address: string): boolean {
  return /\.(mp4|m4v|webm|ogg|ogv|mov)(?:[?#]|$)/i.test(address);
}

/** Whether the creator has planned title, description, tags or thumbnail of the video. */
export function hasPlannedVideo(task: {
  title: string;
  description: string;
  tags: readonly string[];
  thumbnail: string | null;
}): boolean {
  return task.title !== "" || task.description !== "" || task.tags.length > 0 || task.thumbnail !== null;
}

/** The user's role in a task. */
export type Side = "creator" | "editor";

/** The side of users with a role in their own tasks. */
export const sides: Record<Role, Side> = { YOUTUBER: "creator", EDITOR: "editor", NORMAL: "editor" };

/** The ability of those for whom a task waits in a stage. */
const awaited: Partial<Record<Stage, TaskAbility>> = {
  assigned: "upload",
  changes_requested: "upload",
  in_review: "decide",
  approved: "publish",
};

/** Whether the task is publishing or waiting for a user with these abilities; its playhead is then highlighted. */
export function isPlayheadActive(stage: Stage, abilities: readonly TaskAbility[]): boolean {
  const ability = awaited[stage];
  return stage === "publishing" || (ability !== undefined && abilities.includes(ability));
}

/** The stage's label. */
export function stageLabel(stage: Stage): string {
  return stage.replace("_", " ");
}

/** Position of the playhead in steps, from 0 to 5. `percent` is the progress of the upload to the platform. */
export function playheadPosition(stage: Stage, percent: number | null): number {
  if (isCompleted(stage)) return trackSteps.length;
  if (stage === "cancelled") return 0;
  const within = stage === "publishing" && percent !== null ? percent / 100 : 0.5;
  return trackPosition(stage) + within;
}
