import { useMemo, useState } from "react";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { usePanelScroller } from "#ui/panel-layout.ts";

import type { Comment } from "../contract.ts";
import { Checklist } from "./checklist.tsx";
import { CommentList } from "./comment-list.tsx";
import { CommentsContext, type CommentsContextValue, type OpenForm } from "./comments-context.ts";
import type { DraftStore } from "./draft-store.ts";
import { LoadingComments } from "./loading-comments.tsx";
import { NewComment } from "./new-comment.tsx";
import { PanelHeader } from "./panel-header.tsx";
import { countThreads, type Filter, noFilter } from "./threads.ts";
import type { Comments } from "./use-comments.ts";
import type { Selection } from "./use-selection.ts";

interface CommentsPanelProps {
  version: number;
  comments: Comments;
  selection: Selection;
  context: Omit<CommentsContextValue, "open" | "askToDelete">;
  draft: DraftStore;
  inputId: string;
}

/** The comments on a version: filters, the checklist of earlier versions, the list, and the form for a new comment. */
export function CommentsPanel(props: CommentsPanelProps) {
  const { version, comments, selection, context, draft, inputId } = props;
  const { threads, complete } = comments;
  const { shown, filter, setFilter } = selection;
  /** Otherwise the form for a new comment comes first, where it is always reachable. */
  const scrollsAlone = usePanelScroller() === "list";
  const [form, open] = useState<OpenForm | null>(null);
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const [busy, setBusy] = useState(false);
  const value = useMemo(() => ({ ...context, open, askToDelete: setDeleting }), [context]);
  const remove = async () => {
    if (!deleting) return;
    setBusy(true);
    await context.changes.remove(deleting);
    setBusy(false);
    setDeleting(null);
  };
  if (comments.error) {
    return (
      <ErrorState
        className="m-1"
        message={comments.error}
        onRetry={comments.retry}
        retrying={comments.loading}
      />
    );
  }
  const isLoading = threads.length === 0 && !complete;
  const foot =
    context.writable && context.hasVideo ? (
      <NewComment {...{ version, draft, inputId }} onSent={selection.showNew} />
    ) : (
      <p className="-mx-4 shrink-0 border-y px-4 py-3 text-sm text-soft beside:border-b-0 beside:pb-0 low:border-b low:pb-3">
        {context.writable
          ? "You can reply to these comments, but not add new ones."
          : "This task is closed. Its comments can no longer be changed."}
      </p>
    );
  return (
    <CommentsContext value={value}>
      <PanelHeader filter={filter} counts={isLoading ? null : countThreads(threads)} onChange={setFilter} />
      {!scrollsAlone && foot}
      {scrollsAlone && (
        <div className="-mx-4 max-h-[40%] overflow-y-auto overscroll-contain not-empty:border-b-2">
          <Checklist version={version} form={form} />
        </div>
      )}
      {isLoading ? (
        <LoadingComments />
      ) : (
        <CommentList
          threads={shown}
          selectedId={selection.selectedId}
          form={form}
          scrollTo={selection.scrollTo}
          before={
            <>
              {!scrollsAlone && <Checklist version={version} form={form} />}
              {shown.length === 0 && (
                <NoComments
                  hasOthers={threads.length > 0}
                  status={filter.status}
                  isFiltered={filter.mine || filter.withDrawing || filter.search.trim() !== ""}
                  writable={context.writable}
                  onClear={() => setFilter(noFilter)}
                />
              )}
            </>
          }
        />
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

interface NoCommentsProps {
  hasOthers: boolean;
  status: Filter["status"];
  isFiltered: boolean;
  writable: boolean;
  onClear: () => void;
}

function NoComments({ hasOthers, status, isFiltered, writable, onClear }: NoCommentsProps) {
  if (!hasOthers) {
    return (
      <div className="px-4 py-6">
        <p className="font-heading text-xl">No comments yet</p>
        {writable && (
          <p className="mt-1 text-soft">
            Pause on a frame and write what should change. Pen, Arrow, Box and Text draw on the picture. Press
            I and O to comment on a range.
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-6">
      <p className="text-soft">
        {isFiltered
          ? "No matching comments"
          : status === "open"
            ? "No open comments"
            : "No resolved comments"}
      </p>
      <Button size="small" onClick={onClear}>
        {isFiltered ? "Clear filters" : "Show all comments"}
      </Button>
    </div>
  );
}
