import { minute } from "#core/time.ts";
import type { VersionState } from "#modules/review/rules/versions.ts";

/** Characters of one comment or reply. */
export const maxCommentLength = 5000;
/** Characters of the editor's note on a comment that is done. */
export const maxDoneNoteLength = 1000;
/** Images of one comment. */
export const maxImages = 4;
/** Largest image of a comment, in bytes. */
export const maxCommentImageBytes = 10 * 1024 * 1024;
/** Comments and replies of one task. */
export const maxComments = 10_000;
/** Texts and drawings of the comments and replies on one version, in bytes. */
export const maxVersionBytes = 16 * 1024 * 1024;
/** Width of a still in pixels. */
export const stillWidth = 480;
/** Frames of one version that have a still. */
export const maxStills = 1000;
/** Comments and replies of one user. */
export const commentLimit = { attempts: 60, window: minute };
/** Other changes of one user: resolved, done, reactions. */
export const markLimit = { attempts: 240, window: minute };

export const reactionEmojis = ["👍", "❤️", "😂", "🎉", "👀", "✅"] as const;
export type ReactionEmoji = (typeof reactionEmojis)[number];

/** States of versions that have been in review; only these have comments. */
const reviewedStates = new Set<VersionState>([
  "in_review",
  "approved",
  "rejected",
  "superseded",
  "withdrawn",
  "expired",
]);

/** Whether new comments can be written on a version in this state. */
export function mayComment(state: VersionState): boolean {
  return reviewedStates.has(state);
}

/** Frames of a video as its probe has found them; without `counted` the number is an estimate. */
interface CountedFrames {
  frames: number;
  counted: boolean;
  rate: { num: number; den: number };
}

/** The number of frames that a comment can be on. An estimate may be up to a second too short. */
export function commentableFrames({ frames, counted, rate }: CountedFrames): number {
  return counted ? frames : frames + Math.ceil(rate.num / rate.den);
}

/**
 * The version in which a comment is done when its editor marks it now: the newest version after that of the comment, or
 * the next one to be uploaded.
 */
export function doneInVersion(
  commentedVersion: number,
  newest: { number: number; state: VersionState },
): number {
  const contains =
    newest.number > commentedVersion && newest.state !== "refused" && newest.state !== "withdrawn";
  return contains ? newest.number : newest.number + 1;
}

/** A comment as far as it matters for being open. */
export interface Thread {
  parentId: string | null;
  deleted: boolean;
  resolved: object | null;
}

/** Whether a comment is still to be resolved. Replies are never open by themselves. */
export function isOpenComment({ parentId, deleted, resolved }: Thread): boolean {
  return parentId === null && !deleted && resolved === null;
}

/**
 * The comments that are shown: deleted replies are left out, deleted comments only without replies. The server lists the
 * same ones, and sends deletions as changes.
 */
export function shownComments<C extends Pick<Thread, "parentId" | "deleted"> & { id: string }>(
  comments: readonly C[],
): C[] {
  const answered = new Set(
    comments.filter(({ deleted }) => !deleted).flatMap(({ parentId }) => parentId ?? []),
  );
  return comments.filter(({ id, deleted }) => !deleted || answered.has(id));
}
