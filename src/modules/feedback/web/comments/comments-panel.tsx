import { useEffect, useMemo, useState } from "react";

import type { Comment } from "#modules/feedback/contract/comments.ts";
import { isPlayable } from "#modules/media/rules/playback.ts";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { usePanelScroller } from "#ui/panel-layout.ts";

import { NewComment } from "../composer/composer.tsx";
import { LoadingComments } from "../public/loading-comments.tsx";
import { useReview, useReviewSession } from "../public/review-session.tsx";
import type { CommentedVersion } from "../public/use-commented-version.ts";
import { CommentList } from "./comment-list.tsx";
import { CommentsContext } from "./comments-context.ts";
import { PanelHeader } from "./panel-header.tsx";
import { useCommentChanges } from "./use-comment-changes.ts";

/** The comments on a version: filters, the checklist of earlier versions, the list, and the form for a new comment. */
export function CommentsPanel(props: CommentedVersion) {
  const { error, loading, retry } = props.comments;
  if (error) return <ErrorState className="m-1" message={error} onRetry={retry} retrying={loading} />;
  return <Panel {...props} />;
}

function Panel({ preview, user, version, comments, frameLabel }: CommentedVersion) {
  const { taskId, playback, abilities } = preview;
  const { threads, counts, complete, awaitsRequests, members, put } = comments;
  const { setState } = useReviewSession();
  const filter = useReview((state) => state.filter);
  /** Otherwise the form for a new comment comes first, where it is always reachable. */
  const scrollsAlone = usePanelScroller() === "list";
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const [busy, setBusy] = useState(false);
  const changes = useCommentChanges({ taskId, user, put });
  const writable = isOpen(preview.stage);
  const hasVideo = isPlayable(playback);
  const value = useMemo(
    () => ({
      taskId,
      user,
      abilities,
      members,
      frameLabel,
      writable,
      hasVideo,
      changes,
      askToDelete: setDeleting,
    }),
    [taskId, user, abilities, members, frameLabel, writable, hasVideo, changes],
  );
  // A form that opens by itself would take the focus.
  useEffect(() => () => setState({ form: null }), [setState]);
  const remove = async () => {
    if (!deleting) return;
    setBusy(true);
    await changes.remove(deleting);
    setBusy(false);
    setDeleting(null);
  };
  const isLoading = awaitsRequests || (threads.length === 0 && !complete);
  const foot =
    writable && hasVideo ? (
      <NewComment version={version} />
    ) : (
      <p className="-mx-4 shrink-0 border-y px-4 py-3 text-sm text-soft beside:border-b-0 beside:pb-0 low:border-b low:pb-3">
        {writable
          ? "You can reply to these comments, but not add new ones."
          : "This task is closed. Its comments can no longer be changed."}
      </p>
    );
  return (
    <CommentsContext value={value}>
      <PanelHeader filter={filter} counts={counts} onChange={(next) => setState({ filter: next })} />
      {!scrollsAlone && foot}
      {isLoading ? (
        <LoadingComments />
      ) : (
        <CommentList version={version} comments={comments} rate={preview.version?.rate ?? null} />
      )}
      {scrollsAlone && foot}
      <AlertDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title={deleting?.parentId ? "Delete this reply?" : "Delete this comment?"}
        description="It is deleted for everyone. This can't be undone."
        confirmLabel="Delete"
        tone="danger"
        busy={busy && "Deleting..."}
        onConfirm={() => void remove()}
      />
    </CommentsContext>
  );
}
