import { day } from "#core/time.ts";

/** A task's stages, in the order of the track (decisions, "A task's life"). */
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

/** What can happen to a task. */
export type Move =
  | "version_playable"
  | "approve"
  | "reject"
  | "window_over"
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
    window_over: "assigned",
    cancel: "cancelled",
  },
  changes_requested: { version_playable: "in_review", cancel: "cancelled" },
  approved: {
    start_publishing: "publishing",
    window_over: "assigned",
    cancel: "cancelled",
  },
  publishing: { publish: "published", publishing_failed: "approved" },
  published: {},
  cancelled: {},
};

/** Stages that nothing leads out of: the task is over. */
export const endStages: readonly Stage[] = stages.filter((stage) => Object.keys(table[stage]).length === 0);

/** Open tasks stand on the first tab; cancelled and published ones don't. */
export function isOpen(stage: Stage): boolean {
  return !endStages.includes(stage);
}

/** The stage after a move, or null where the stage doesn't allow it. */
export function nextStage(stage: Stage, move: Move): Stage | null {
  return table[stage][move] ?? null;
}

/** True where the move is allowed; screens show their buttons by it. */
export function allows(stage: Stage, move: Move): boolean {
  return nextStage(stage, move) !== null;
}

/** An editor uploads versions while the task waits for one. */
export function mayUpload(stage: Stage): boolean {
  return stage === "assigned" || stage === "changes_requested";
}

/** What a task tells of a version that has arrived: refused with these words, or being made watchable. */
interface Arrived {
  arrival: { refusal: string | null } | null;
}

/** True while a version is being made watchable: it goes into review by itself, and no other is taken meanwhile. */
function isInPreparation({ arrival }: Arrived): boolean {
  return arrival !== null && arrival.refusal === null;
}

/** True where the next step is the editor's: a version is wanted, and none is being made watchable. */
export function waitsForUpload(task: { stage: Stage } & Arrived): boolean {
  return mayUpload(task.stage) && !isInPreparation(task);
}

/** A task and its people can be edited until its version goes to the platform. */
export function mayEdit(stage: Stage): boolean {
  return allows(stage, "cancel");
}

/** The editor can be changed until a version is in review (decisions, "A task's life"). */
export function mayReassign(stage: Stage): boolean {
  return mayUpload(stage);
}

/** `isCompleted` is true exactly here. */
export function isCompleted(stage: Stage): boolean {
  return stage === "published";
}

/** The steps drawn on the track, with the label that people read. */
export const trackSteps = ["assigned", "in review", "approved", "publishing", "published"] as const;

/** Where the playhead stands: index of a track step. */
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

/** Reference files of one task. */
export const mostAttachments = 30;

/** How a list of tasks can be ordered. */
export const taskOrders = ["newest", "deadline"] as const;
export type TaskOrder = (typeof taskOrders)[number];

/** An editor is reminded this long before the deadline (decisions, "A task's life"). */
export const remindBefore = day;

/** A date, or a moment that names its distance from UTC: without it, it would be one of the server's own clock. */
const dateOrMoment = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * The moment that a deadline ends: a bare date lasts until its last minute (UTC; browsers send their own moment).
 * Null for anything else, for days that no calendar has, and for years in which nobody will cut this video.
 */
export function deadlineMoment(text: string): Date | null {
  const [, day = "", time = "T23:59:00Z"] = dateOrMoment.exec(text) ?? [];
  const moment = new Date(day + time);
  const year = moment.getUTCFullYear();
  return isOnCalendar(day) && year >= 2000 && year < 2200 ? moment : null;
}

/** JavaScript takes February 30 for March 2. */
function isOnCalendar(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** Deadlines are dates: a task is overdue once the deadline's moment is past and nothing is published. */
export function isOverdue(task: { deadline: string; stage: Stage }, now: Date): boolean {
  return !isCompleted(task.stage) && task.stage !== "cancelled" && new Date(task.deadline) < now;
}

/** Within the last day before its deadline, a task that still waits for its editor is marked. */
export function isDueSoon(task: { deadline: string; stage: Stage }, now: Date): boolean {
  const left = new Date(task.deadline).getTime() - now.getTime();
  return mayUpload(task.stage) && left >= 0 && left <= remindBefore;
}

/**
 * True for a task that waits anew because nobody decided on its version in time: where another reason leads back to the
 * start, it has no version any more; where the next one has come, `arrival` says so.
 */
export function isWindowOver(task: { stage: Stage; version: number; arrival: object | null }): boolean {
  return task.stage === "assigned" && task.version > 0 && task.arrival === null;
}

/** An attachment whose address names a video file is shown as one, anything else as an image (specification, section 3). */
export function isVideoAddress(address: string): boolean {
  return /\.(mp4|m4v|webm|ogg|ogv|mov)(?:[?#]|$)/i.test(address);
}

/** On which side of a task its reader stands. */
export type Side = "creator" | "editor";

const callsFor: Record<Side, readonly Stage[]> = {
  creator: ["in_review", "approved", "publishing"],
  editor: ["assigned", "changes_requested", "publishing"],
};

/** True where something runs or this side has to act: the playhead then carries the signal colour. */
export function isLive(stage: Stage, side: Side): boolean {
  return callsFor[side].includes(stage);
}

/** A stage as people read it. */
export function stageLabel(stage: Stage): string {
  return stage.replace("_", " ");
}

/** Where the playhead stands, in steps from 0 to 5; `percent` is how far the upload to the platform is. */
export function playheadPosition(stage: Stage, percent: number | null): number {
  if (isCompleted(stage)) return trackSteps.length;
  if (stage === "cancelled") return 0;
  const within = stage === "publishing" && percent !== null ? percent / 100 : 0.5;
  return trackPosition(stage) + within;
}

/** How media names what belongs to a task. */
export function ownerOfTask(taskId: number): string {
  return `task:${taskId}`;
}

/** The task that media names so, or null. */
export function taskOfOwner(subject: string): number | null {
  const id = /^task:([1-9]\d{0,14})$/.exec(subject)?.[1];
  return id === undefined ? null : Number(id);
}
