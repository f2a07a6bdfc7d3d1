import type { Comment } from "#modules/feedback/contract/comments.ts";
import type { CommentCounts } from "#modules/feedback/rules/comment-counts.ts";
import { isOpenComment, shownComments } from "#modules/feedback/rules/comments.ts";
import type { Rate } from "#modules/media/rules/frames.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";

import type { Filter, Status } from "./comment-filter.ts";
import type { Outgoing } from "./comment-outbox.ts";

/** A comment of the list. `outgoing` is set until the server has confirmed it. */
export type ListedComment = Comment & { outgoing?: Outgoing };

/** A comment with its replies, oldest first. */
export interface Thread<C = ListedComment> {
  comment: C;
  replies: readonly C[];
}

/** The loaded comments on a version. */
export interface Comments {
  /** Those written on it, in the order of the frames. */
  threads: readonly Thread[];
  /** Comments of earlier versions that it carries over, version by version. */
  requests: readonly Thread[];
  /** Frame rates of these versions. */
  rates: readonly { version: number; rate: Rate | null }[];
  /** Of both together; null until all are loaded. */
  counts: CommentCounts | null;
  /** The people of the task, who can be mentioned. */
  members: readonly PersonCard[];
  /** False until all pages are loaded. */
  complete: boolean;
  /** Set if nothing could be loaded. */
  error: Error | null;
  /** Whether the requests, which come first, have not been loaded yet. */
  awaitsRequests: boolean;
  loading: boolean;
  retry: () => void;
  /** Shows a state of a comment that the server has not numbered. */
  put: (comment: Comment) => void;
}

/** Comments with their replies in the order of the frames. */
export function groupThreads<C extends Comment>(comments: readonly C[]): Thread<C>[] {
  const replies = new Map<string, C[]>();
  const parents: C[] = [];
  for (const comment of shownComments(comments)) {
    if (comment.parentId === null) parents.push(comment);
    else {
      const siblings = replies.get(comment.parentId);
      if (siblings) siblings.push(comment);
      else replies.set(comment.parentId, [comment]);
    }
  }
  return parents
    .sort((a, b) => a.inFrame - b.inFrame || a.sequence - b.sequence)
    .map((comment) => ({
      comment,
      replies: (replies.get(comment.id) ?? []).sort((a, b) => a.sequence - b.sequence),
    }));
}

/** The threads that match, in the chosen order. `readerId` decides which comments are the user's own. */
export function filterThreads(threads: readonly Thread[], filter: Filter, readerId: number | null): Thread[] {
  const { status, mine, withDrawing, sort, search } = filter;
  const words = search.trim().toLocaleLowerCase();
  const matches = threads.filter(
    ({ comment, replies }) =>
      hasStatus(comment, status) &&
      (!mine || comment.author.id === readerId) &&
      (!withDrawing || comment.drawing !== null) &&
      (words === "" || [comment, ...replies].some((one) => containsText(one, words))),
  );
  return sort === "frame" ? matches : matches.sort((a, b) => b.comment.sequence - a.comment.sequence);
}

function hasStatus(comment: Comment, status: Status): boolean {
  if (status === "all") return true;
  return status === "open" ? isOpenComment(comment) : comment.resolved !== null;
}

function containsText({ text, author }: Comment, words: string): boolean {
  return text.toLocaleLowerCase().includes(words) || author.name.toLocaleLowerCase().includes(words);
}

/** Threads that begin before this many earlier ones are not looked at, so that a search never takes long. */
const maxSearchLength = 200;

/**
 * The thread that a frame belongs to, of threads in the order of the frames: the one that began last and has not ended.
 * A thread ends `linger` frames after its first frame at the earliest.
 */
export function threadAt(threads: readonly Thread[], frame: number, linger: number): Thread | null {
  const after = firstAfter(threads, frame);
  for (let index = after - 1; index >= Math.max(0, after - maxSearchLength); index -= 1) {
    const thread = threads[index];
    if (!thread) break;
    const { inFrame, outFrame } = thread.comment;
    if (Math.max(outFrame, inFrame + linger) >= frame) return thread;
  }
  return null;
}

/** The index of the first thread that begins after a frame. */
function firstAfter(threads: readonly Thread[], frame: number): number {
  let low = 0;
  let high = threads.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((threads[middle]?.comment.inFrame ?? 0) <= frame) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The thread before or after a position, of threads in the order of the frames: next to the selected one while its frame
 * is displayed, otherwise next to the frame.
 */
export function neighbour(
  threads: readonly Thread[],
  at: { frame: number; selectedId: string | null },
  direction: 1 | -1,
): Thread | null {
  const selected = threads.findIndex(
    ({ comment }) => comment.id === at.selectedId && comment.inFrame === at.frame,
  );
  if (selected >= 0) return threads[selected + direction] ?? null;
  if (direction === 1) return threads[firstAfter(threads, at.frame)] ?? null;
  return threads[firstAfter(threads, at.frame - 1) - 1] ?? null;
}
