import { isOpenComment, type Thread } from "./comments.ts";

/*
 * The numbers of comments on all screens, in messages and in exports count:
 *
 * - Comments, without replies and without deleted comments.
 * - "On version N": those written on it.
 * - Otherwise those of a version: written on it, and its requests. These are the comments of earlier versions that are open, or that
 *   were when the version was uploaded.
 * - Open: not resolved. A comment that the editor has marked as done is open until it is resolved.
 */

export interface CommentCounts {
  open: number;
  resolved: number;
  all: number;
}

/** The numbers of comments; replies and deleted comments are not counted. */
export function countComments(comments: readonly Thread[]): CommentCounts {
  const counted = comments.filter(({ parentId, deleted }) => parentId === null && !deleted);
  const open = counted.filter(isOpenComment).length;
  return { open, resolved: counted.length - open, all: counted.length };
}

/** The number of open comments of a version, with its requests: a rejection sends them to the editor. */
export function openCommentsUntil(
  version: number,
  counts: readonly { version: number; open: number }[],
): number {
  return counts.filter((row) => row.version <= version).reduce((sum, row) => sum + row.open, 0);
}

/**
 * The open comments of a version, how many of them are not marked as done, and the first, if possible one that is not; null without
 * open ones.
 */
export function openComments(
  version: number,
  counts: readonly { version: number; open: number; notDone: number; firstOpenId: string }[],
): { open: number; notDone: number; first: { version: number; id: string } } | null {
  const rows = counts.filter((row) => row.version <= version);
  const row = rows.find(({ notDone }) => notDone > 0) ?? rows[0];
  if (!row) return null;
  return {
    open: openCommentsUntil(version, rows),
    notDone: rows.reduce((sum, { notDone }) => sum + notDone, 0),
    first: { version: row.version, id: row.firstOpenId },
  };
}
