import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { randomId } from "#core/web/secure-context.ts";
import { useChange } from "#core/web/use-change.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { type GuestComment, guestEndpoints, type GuestPreview } from "#modules/feedback/contract/guests.ts";
import type { TimelineMark } from "#modules/media/web/public/timeline-marks.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { usePanelScroller } from "#ui/panel-layout.ts";

import { commentMarks } from "../comments/comment-marks.ts";
import { commentTime, type FrameLabel } from "../comments/comment-time.ts";
import { groupThreads } from "../comments/threads.ts";
import { useFrameLabel } from "../comments/use-frame-label.ts";
import { Composer } from "../composer/composer.tsx";
import { GuestThread } from "../guests/guest-thread.tsx";
import { guestCommentsQuery, receiveGuestComment } from "../guests/queries.ts";
import { LoadingComments } from "./loading-comments.tsx";
import { type ReviewSession, showCommentView, useReviewSession } from "./review-session.tsx";

interface GuestCommentsProps {
  linkId: string;
  preview: GuestPreview;
}

/** The comments on the version, in the order of their frames, and a form for a new one. */
export function GuestComments({ linkId, preview }: GuestCommentsProps) {
  const session = useReviewSession();
  const scrollsAlone = usePanelScroller() === "list";
  const queries = useQueryClient();
  const list = useQuery(guestCommentsQuery(linkId, queries));
  const frameLabel = useFrameLabel(preview.playback);
  const stored = list.data?.comments;
  const threads = useMemo(() => groupThreads(stored ?? []), [stored]);
  const store = (comment: GuestComment) => receiveGuestComment(queries, linkId, comment);
  const error = useLoadingError(list);
  if (error) {
    return <ErrorState message={error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (!stored) return <LoadingComments />;
  const foot = preview.mayComment ? (
    <GuestComposer linkId={linkId} frameLabel={frameLabel} onSent={store} />
  ) : (
    <p className="-mx-4 shrink-0 border-t px-4 pt-3 text-sm text-soft stacked:border-t-0 stacked:border-b stacked:pb-3 low:border-t-0 low:border-b low:pb-3">
      This link is view-only.
    </p>
  );
  return (
    <>
      {!scrollsAlone && foot}
      <section aria-label="Comments" className="-mx-4 min-h-0 flex-1 overflow-y-auto">
        {threads.length === 0 && <p className="px-4 py-6 text-soft">No comments yet</p>}
        {threads.map(({ comment, replies }) => (
          <GuestThread
            key={comment.id}
            linkId={linkId}
            comment={comment}
            replies={replies}
            time={commentTime(comment, frameLabel)}
            writable={preview.mayComment}
            onSeek={() => openComment(session, comment)}
            onChange={store}
          />
        ))}
      </section>
      {scrollsAlone && foot}
    </>
  );
}

/** Seeks to the frame of a comment and displays its part of the picture. */
function openComment(session: ReviewSession, { inFrame, view }: GuestComment): void {
  showCommentView(session, view);
  session.player.current?.seek(inFrame);
}

interface GuestTimeline {
  marks: TimelineMark[];
  /** Opens the comment of a mark. */
  show: (id: string) => void;
}

/** The comments on the timeline. */
export function useGuestTimeline(linkId: string, preview: GuestPreview): GuestTimeline {
  const session = useReviewSession();
  const { data } = useQuery(guestCommentsQuery(linkId, useQueryClient()));
  const frameLabel = useFrameLabel(preview.playback);
  const comments = data?.comments;
  return {
    marks: useMemo(
      () => commentMarks(groupThreads(comments ?? []), frameLabel, null),
      [comments, frameLabel],
    ),
    show: (id) => {
      const comment = comments?.find((each) => each.id === id);
      if (comment) openComment(session, comment);
    },
  };
}

interface GuestComposerProps {
  linkId: string;
  frameLabel: FrameLabel;
  onSent: (comment: GuestComment) => void;
}

/** The form for a new comment of a guest. The text is kept until the server has stored it. */
function GuestComposer({ linkId, onSent, ...rest }: GuestComposerProps) {
  const [id, setId] = useState(() => randomId());
  const add = useChange(guestEndpoints.addGuestComment, {
    errorToast: false,
    onSuccess: ({ data }) => {
      onSent(data);
      setId(randomId());
    },
  });
  return (
    <Composer
      {...rest}
      members={nobody}
      busy={add.isPending && "Sending..."}
      error={add.error?.message}
      onSubmit={({ text, inFrame, outFrame, drawing, view }, clear) =>
        add.mutate(
          { params: { linkId }, body: { id, text, inFrame, outFrame, drawing, view } },
          { onSuccess: clear },
        )
      }
    />
  );
}

const nobody: readonly [] = [];
