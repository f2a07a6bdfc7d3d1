import { noFilter } from "./comment-filter.ts";
import type { ReviewSession } from "./public/review-session.tsx";
import { filterThreads, neighbour, type Thread } from "./threads.ts";

/** The comments on a version, and their reader. */
interface ReadThreads {
  threads: readonly Thread[];
  readerId: number;
}

/** The comments that match the filter, in the order of their frames. */
function matchingThreads({ getState }: ReviewSession, { threads, readerId }: ReadThreads): Thread[] {
  return filterThreads(threads, { ...getState().filter, sort: "frame" }, readerId);
}

/** Selects a comment and seeks to its frame. */
export function selectComment(
  { setState, player }: ReviewSession,
  { id, inFrame }: { id: string; inFrame: number },
): void {
  setState({ selectedId: id });
  player.current?.seek(inFrame);
}

/** Selects a comment that may be filtered out or scrolled away. */
export function showComment(session: ReviewSession, read: ReadThreads, id: string): void {
  const thread = read.threads.find(({ comment }) => comment.id === id);
  if (!thread) return;
  selectComment(session, thread.comment);
  session.setState({ scrollTo: { id } });
  if (!matchingThreads(session, read).includes(thread)) session.setState({ filter: noFilter });
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
export function stepToComment(session: ReviewSession, read: ReadThreads, direction: 1 | -1): void {
  const frame = session.player.current?.currentFrame() ?? 0;
  const { selectedId } = session.getState();
  const next = neighbour(matchingThreads(session, read), { frame, selectedId }, direction);
  if (next) showComment(session, read, next.comment.id);
}
