import type { VideoFailure } from "#modules/media/rules/video-failures.ts";
import type { RequiredApprovals } from "#modules/review/contract/approval.ts";

/** Kinds of task events, in the order of a task's life. */
export const taskEventKinds = [
  "assigned",
  "reassigned",
  "edited",
  "declined",
  "editor_left",
  "due_soon",
  "files_arrived",
  "upload_expired",
  "refused",
  "in_review",
  "commented",
  "findings_explained",
  "findings_accepted",
  "extension_requested",
  "window_extended",
  "window_closing",
  "expired",
  "withdrawn",
  "changes_requested",
  "approval_given",
  "approval_withdrawn",
  "approved",
  "approval_undone",
  "publishing",
  "publish_failed",
  "published",
  "details_changed",
  "cancelled",
] as const;
export type TaskEventKind = (typeof taskEventKinds)[number];

/** Kinds of what the creator does, or a manager for them. */
const creatorsKinds: ReadonlySet<TaskEventKind> = new Set([
  "assigned",
  "reassigned",
  "window_extended",
  "changes_requested",
  "findings_accepted",
  "approval_given",
  "approval_withdrawn",
  "approved",
  "approval_undone",
  "publishing",
  "details_changed",
  "cancelled",
]);

/** Whether a manager did it for the creator. An invited person who accepts becomes the editor by themselves. */
export function isForCreator(
  { kind, personId }: { kind: TaskEventKind; personId: number | null },
  task: { creatorId: number; editorId: number | null },
): boolean {
  if (personId === null || personId === task.creatorId) return false;
  return creatorsKinds.has(kind) && (kind !== "reassigned" || personId !== task.editorId);
}

interface OfVersion {
  version: number;
}

interface OfReview extends OfVersion {
  /** The end of the review window. */
  reviewEndsAt: Date;
}

/** The data of each kind besides the task. */
export interface TaskEventData extends Record<TaskEventKind, object> {
  /** `formerEditorId` is null if the former editor has no access any more. */
  reassigned: { formerEditorId: number | null };
  declined: { reason: string };
  /** `personId` has sent them; sizes are in bytes. */
  files_arrived: { personId: number; files: number; bytes: number };
  upload_expired: OfVersion;
  refused: OfVersion & { failure: VideoFailure };
  in_review: OfReview;
  commented: OfVersion;
  findings_explained: OfVersion;
  findings_accepted: OfVersion;
  extension_requested: OfReview;
  window_extended: OfReview;
  window_closing: OfReview;
  expired: OfVersion;
  withdrawn: OfVersion & { reason: string; wasInReview: boolean };
  /** Open comments on this and earlier versions; without any, there is feedback. */
  changes_requested: OfVersion & { feedback: string; openComments: number };
  approval_given: OfVersion & { approvals: RequiredApprovals };
  approval_withdrawn: OfVersion;
  /** `approvals` is null where one approval is enough. */
  approved: OfVersion & { approvals: RequiredApprovals | null };
  approval_undone: OfReview;
  publish_failed: { code: string; platform: string };
}

/** A task event of one kind. */
export type TaskEventOf<K extends TaskEventKind> = { kind: K; taskId: number } & TaskEventData[K];

export type TaskEvent = { [K in TaskEventKind]: TaskEventOf<K> }[TaskEventKind];
