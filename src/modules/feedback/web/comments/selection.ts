import type { Comment } from "#modules/feedback/contract/comments.ts";

import { type ReviewSession, showCommentView } from "../public/review-session.tsx";
import { noFilter } from "./comment-filter.ts";
import { filterThreads, neighbour, type Thread } from "./threads.ts";

/** The comments on a version, and their reader. */
interface Commented {
  comments: { threads: readonly Thread[] };
  user: { id: number };
}

/** The comments that match the filter, in the order of their frames. */
function matchingThreads({ getState }: ReviewSession, { comments, user }: Commented): Thread[] {
  return filterThreads(comments.threads, { ...getState().filter, sort: "frame" }, user.id);
}

/** Selects a comment, seeks to its frame and displays its part of the picture. */
export function selectComment(
  session: ReviewSession,
  { id, inFrame, view }: Pick<Comment, "id" | "inFrame" | "view">,
): void {
  const { setState, player } = session;
  setState({ selectedId: id });
  showCommentView(session, view);
  player.current?.seek(inFrame);
}

/** Selects a comment that may be filtered out or scrolled away. */
export function showComment(session: ReviewSession, commented: Commented, id: string): void {
  const thread = commented.comments.threads.find(({ comment }) => comment.id === id);
  if (!thread) return;
  selectComment(session, thread.comment);
  session.setState({ scrollTo: { id } });
  if (!matchingThreads(session, commented).includes(thread)) session.setState({ filter: noFilter });
}

/** Selects a new comment, whose frame is displayed. */
export function showNewComment({ setState }: ReviewSession, id: string): void {
  setState(({ filter }) => ({
    selectedId: id,
    scrollTo: { id },
    filter: filter.status === "resolved" ? noFilter : { ...filter, search: "" },
  }));
}

/** Selects the next or previous comment in the order of the frames. */
export function stepToComment(session: ReviewSession, commented: Commented, direction: 1 | -1): void {
  const frame = session.player.current?.currentFrame() ?? 0;
  const { selectedId } = session.getState();
  const next = neighbour(matchingThreads(session, commented), { frame, selectedId }, direction);
  if (next) showComment(session, commented, next.comment.id);
}
