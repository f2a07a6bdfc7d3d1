import { lazy, useEffect, useLayoutEffect, useMemo, useState } from "react";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import { framesPerSecond } from "#modules/media/rules/frames.ts";
import { useTimecode } from "#modules/media/web/public/use-timecode.ts";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { LoadBoundary } from "#ui/load-boundary.tsx";

import { marksOf } from "../comment-marks.ts";
import { commentTime, type FrameLabel, frameLabels } from "../comment-time.ts";
import type { CommentedVersion } from "../comments-panel.tsx";
import { ExportMenu } from "../export-menu.tsx";
import { ShareReview } from "../guests/share-review.tsx";
import { PictureOverlay } from "../picture-overlay.tsx";
import { showComment, stepToComment } from "../selection.ts";
import { StillPicture } from "../still-picture.tsx";
import { countThreads } from "../threads.ts";
import { useActiveThread } from "../use-active-thread.ts";
import { commentShortcuts, useCommentKeys } from "../use-comment-keys.ts";
import { useComments } from "../use-comments.ts";
import { useDraft } from "../use-draft.ts";
import { useLinkedComment } from "../use-linked-comment.ts";
import { LoadingComments } from "./loading-comments.tsx";
import { noComments, useReview, useReviewSession } from "./review-session.tsx";

const CommentsPanel = lazy(async () => ({ default: (await import("../comments-panel.tsx")).CommentsPanel }));

/** The comments on a version, as parts of the screen that shows it. */
export const versionComments = {
  Loader: CommentsLoader,
  Panel,
  Actions: CommentsActions,
  Overlay: PictureOverlay,
  Still: SelectedStill,
  show: showComment,
  shortcuts: commentShortcuts,
};

/** Keeps the comments of the review session and what follows from them up to date. Renders announcements only. */
function CommentsLoader({ preview, version, user }: CommentedVersion) {
  const { taskId, playback } = preview;
  const session = useReviewSession();
  const [announcement, setAnnouncement] = useState("");
  const loaded = useComments({
    taskId,
    version,
    user,
    onNew: (comment) => {
      if (comment.author.id !== user.id) setAnnouncement(announcementOf(comment, nameOf));
    },
  });
  const { threads } = loaded;
  const rate = preview.version?.rate ?? null;
  const { timecodeOf } = useTimecode({ rate, startTimecode: playback?.startTimecode ?? null });
  const nameOf = useMemo(() => (rate ? timecodeOf : frameLabels(null)), [rate, timecodeOf]);
  const selectedId = useReview((state) => state.selectedId);
  const marks = useMemo(() => marksOf(threads, nameOf, selectedId), [threads, nameOf, selectedId]);
  useDraft(`${taskId} v${version}`);
  const openComments = loaded.complete ? countThreads(threads).open : undefined;
  useLayoutEffect(() => {
    session.setState({ marks, openComments, nameOf, readerId: user.id });
  }, [session, marks, openComments, nameOf, user.id]);
  useEffect(() => () => session.setState(noComments), [session]);
  useLinkedComment(loaded, session);
  useCommentKeys({
    onStep: (direction) => stepToComment(session, direction),
    onWrite: () => document.getElementById(session.inputId)?.focus(),
  });
  useActiveThread(threads, rate ? framesPerSecond(rate) : 0);
  return <output className="sr-only">{announcement}</output>;
}

function Panel(props: CommentedVersion) {
  return (
    <LoadBoundary fallback={<LoadingComments />}>
      <CommentsPanel {...props} />
    </LoadBoundary>
  );
}

/** Shares the review, and exports the comments on the version. */
function CommentsActions({ preview, version }: CommentedVersion) {
  const { taskId, stage, playback } = preview;
  const hasComments = useReview(({ comments }) => comments !== null && comments.threads.length > 0);
  const first = useReview(({ nameOf }) => nameOf(0));
  const start = playback?.startTimecode && playback.rate ? first : undefined;
  return (
    <>
      {can(preview, "manage") && isOpen(stage) && <ShareReview taskId={taskId} />}
      {hasComments && <ExportMenu compact taskId={taskId} version={version} start={start} first={first} />}
    </>
  );
}

/** The still of the selected comment, otherwise of the first one. */
function SelectedStill() {
  const comments = useReview((state) => state.comments);
  const selectedId = useReview((state) => state.selectedId);
  const nameOf = useReview((state) => state.nameOf);
  if (!comments) return null;
  const { threads } = comments;
  const shown = threads.find(({ comment }) => comment.id === selectedId) ?? threads[0];
  return <StillPicture comment={shown?.comment ?? null} nameOf={nameOf} />;
}

function announcementOf(comment: Comment, nameOf: FrameLabel): string {
  const kind = comment.parentId === null ? "comment" : "reply";
  return `New ${kind} by ${comment.author.name} at ${commentTime(comment, nameOf)}`;
}
