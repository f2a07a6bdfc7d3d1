import type { TimecodeBase } from "#modules/feedback/rules/positions.ts";

/** A reply to an exported comment. */
export interface ExportedReply {
  author: string;
  text: string;
  /** Number of attached images. */
  images: number;
}

/** A comment with its replies. Frames are counted from 0; `outFrame` is the last frame of its range. */
export interface ExportedComment {
  inFrame: number;
  outFrame: number;
  author: string;
  text: string;
  hasDrawing: boolean;
  /** Number of attached images. */
  images: number;
  replies: readonly ExportedReply[];
  resolved: boolean;
  /** The editor's mark that the comment is done, and in which version. */
  done: { version: number; note: string } | null;
  createdAt: Date;
  /** A finding of the technical check, which is resolved if it was accepted; absent for comments of people. */
  isFinding?: true;
}

/** The comments on a version, its findings, and what editing programs need to know of its video. */
export interface CommentExport extends TimecodeBase {
  title: string;
  version: number;
  fileName: string;
  /** Number of frames. */
  frames: number;
  /** In pixels, as shown. */
  width: number;
  height: number;
  audio: { channels: number; sampleRate: number } | null;
  comments: readonly ExportedComment[];
}

export type CommentState = "open" | "done" | "resolved";

/** States of markers: those without a comment have findings of the technical check only. */
export type MarkerState = CommentState | "finding";

/** Resolved comments count as resolved whether or not the editor marked them as done. */
export function commentState({ resolved, done }: Pick<ExportedComment, "resolved" | "done">): CommentState {
  if (resolved) return "resolved";
  return done ? "done" : "open";
}

/** All comments that begin on one frame: editing programs keep one marker per frame. */
export interface Marker {
  frame: number;
  /** Number of frames of the longest range. */
  length: number;
  /** The state that needs the most attention. */
  state: MarkerState;
  comments: readonly ExportedComment[];
}

/** One marker for each commented frame, in the order of the video. Frames beyond its end are moved to the last one. */
export function exportMarkers({ comments, frames }: CommentExport): Marker[] {
  const last = Math.max(0, frames - 1);
  const byFrame = Map.groupBy(comments, ({ inFrame }) => Math.min(inFrame, last));
  return [...byFrame]
    .sort(([a], [b]) => a - b)
    .map(([frame, together]) => {
      const end = Math.max(...together.map(({ outFrame }) => Math.min(outFrame, last)));
      const written = together.filter(({ isFinding }) => !isFinding);
      const states = new Set(written.map(commentState));
      const commentsState = (["open", "done"] as const).find((one) => states.has(one)) ?? "resolved";
      const state = written.length > 0 ? commentsState : "finding";
      return { frame, length: Math.max(1, end - frame + 1), state, comments: together };
    });
}
