import { lazy, useMemo } from "react";

import type { TimelineMark } from "#modules/media/web/public/timeline-marks.tsx";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { LoadBoundary } from "#ui/load-boundary.tsx";

import { commentMarks } from "../comments/comment-marks.ts";
import { frameNumber } from "../comments/comment-time.ts";
import { showComment } from "../comments/selection.ts";
import { useLinkedId } from "../comments/use-linked-comment.ts";
import { FrameDrawings } from "../drawing/frame-drawings.tsx";
import { PictureOverlay } from "../drawing/picture-overlay.tsx";
import { ExportMenu } from "../export/export-menu.tsx";
import { ShareReview } from "../guests/share-review.tsx";
import { StillPicture } from "../stills/still-picture.tsx";
import { LoadingComments } from "./loading-comments.tsx";
import { useReview, useReviewSession } from "./review-session.tsx";
import type { CommentedVersion } from "./use-commented-version.ts";

const Panel = lazy(async () => ({ default: (await import("../comments/comments-panel.tsx")).CommentsPanel }));

export function CommentsPanel(props: CommentedVersion) {
  return (
    <LoadBoundary fallback={<LoadingComments />}>
      <Panel {...props} />
    </LoadBoundary>
  );
}

/** Shares the review, and exports the comments on the version. */
export function ReviewActions({ preview, version, comments, frameLabel }: CommentedVersion) {
  const { taskId, stage, playback } = preview;
  const first = frameLabel(0);
  const start = playback?.startTimecode && playback.rate ? first : undefined;
  return (
    <>
      {comments.threads.length > 0 && (
        <ExportMenu compact taskId={taskId} version={version} start={start} first={first} />
      )}
      {/* At the end, where it stays when the button before it appears. */}
      {can(preview, "manage") && isOpen(stage) && <ShareReview taskId={taskId} />}
    </>
  );
}

const noThreads: readonly [] = [];

interface TimelineComments {
  marks: TimelineMark[];
  /** The frame of the comment that the URL names. */
  linkedFrame: number | undefined;
  /** Shows the comment of a mark. */
  show: (id: string) => void;
}

/** The comments of a version on the timeline of its player. */
export function useTimelineComments(commented: CommentedVersion | null): TimelineComments {
  const session = useReviewSession();
  const threads = commented?.comments.threads ?? noThreads;
  const frameLabel = commented?.frameLabel ?? frameNumber;
  const selectedId = useReview((state) => state.selectedId);
  const linkedId = useLinkedId();
  return {
    marks: useMemo(() => commentMarks(threads, frameLabel, selectedId), [threads, frameLabel, selectedId]),
    linkedFrame: threads.find(({ comment }) => comment.id === linkedId)?.comment.inFrame,
    show: (id) => commented && showComment(session, commented, id),
  };
}

interface VersionOverlayProps {
  commented: CommentedVersion;
  /** Width of the picture divided by its height. */
  aspect: number;
  /** Whether the drawings of all open comments are displayed, not only that of the selected one. */
  showsAll: boolean;
}

/** The drawing that is being made, and those of comments, while their frame is displayed. */
export function VersionOverlay({ commented, aspect, showsAll }: VersionOverlayProps) {
  const { threads } = commented.comments;
  const selectedId = useReview((state) => state.selectedId);
  const editedId = useReview((state) => state.edited?.id);
  const candidates = useMemo(
    () =>
      threads
        .map(({ comment }) => comment)
        .filter(
          ({ id, drawing, resolved }) =>
            drawing && id !== editedId && (id === selectedId || (showsAll && !resolved)),
        ),
    [threads, selectedId, editedId, showsAll],
  );
  const displayedFrame = useReview(({ frame }) =>
    candidates.some(({ inFrame }) => inFrame === frame) ? frame : null,
  );
  const displayed = candidates.filter(({ inFrame }) => inFrame === displayedFrame);
  const drawings = <FrameDrawings comments={displayed} aspect={aspect} />;
  return (
    <>
      {showsAll && drawings}
      <PictureOverlay aspect={aspect}>{!showsAll && drawings}</PictureOverlay>
    </>
  );
}

/** The still of the selected comment, otherwise of the first one. */
export function SelectedStill({ comments: { threads }, frameLabel }: CommentedVersion) {
  const selectedId = useReview((state) => state.selectedId);
  const displayed = threads.find(({ comment }) => comment.id === selectedId) ?? threads[0];
  return <StillPicture comment={displayed?.comment ?? null} frameLabel={frameLabel} />;
}
