import { noFilter } from "./comment-filter.ts";
import type { ReviewSession } from "./public/review-session.tsx";
import { filterThreads, neighbour, type Thread } from "./threads.ts";

/** The comments that match the filter, in the order of their frames. */
function shownThreads({ getState }: ReviewSession): Thread[] {
  const { comments, filter, readerId } = getState();
  return filterThreads(comments?.threads ?? [], { ...filter, sort: "frame" }, readerId);
}

/** Selects a comment and seeks to its frame. */
export function selectComment({ getState, setState, player }: ReviewSession, id: string): void {
  setState({ selectedId: id });
  const thread = getState().comments?.threads.find(({ comment }) => comment.id === id);
  if (thread) player.current?.seek(thread.comment.inFrame);
}

/** Selects a comment that may be filtered out or scrolled away. */
export function showComment(session: ReviewSession, id: string): void {
  selectComment(session, id);
  session.setState({ scrollTo: { id } });
  const isShown = shownThreads(session).some(({ comment }) => comment.id === id);
  if (!isShown) session.setState({ filter: noFilter });
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
export function stepToComment(session: ReviewSession, direction: 1 | -1): void {
  const frame = session.player.current?.currentFrame() ?? 0;
  const { selectedId } = session.getState();
  const next = neighbour(shownThreads(session), { frame, selectedId }, direction);
  if (next) showComment(session, next.comment.id);
}
