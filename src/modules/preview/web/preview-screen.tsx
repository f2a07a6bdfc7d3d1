import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";

import { AppError, isNotFound } from "#core/error.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { ReviewComments } from "#modules/feedback/web/review-comments.tsx";
import { TaskHistory } from "#modules/history/web/public/task-history.tsx";
import type { VideoPlayerHandle } from "#modules/media/web/use-player-controls.ts";
import type { Preview } from "#modules/review/contract.ts";
import { previewQuery } from "#modules/review/web/public/preview-query.ts";
import { PanelButton, PreviewStage } from "#modules/review/web/public/preview-stage.tsx";
import { VersionHistory } from "#modules/review/web/public/version-history.tsx";
import { useUser } from "#modules/sign-in/web/session.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { InTopBar } from "#ui/top-bar-slot.ts";

import { PreviewHeader } from "./preview-header.tsx";
import { PreviewNotice } from "./preview-notice.tsx";
import { PreviewPlayer } from "./preview-player.tsx";
import { useNewVersionToast } from "./use-new-version-toast.ts";
import { usePreviewPosition } from "./use-preview-position.ts";

/** Plays a version of a task, at `?version=2&frame=48` a certain one; the creator decides on it here. */
export function PreviewScreen({ taskId }: { taskId: number | null }) {
  if (taskId === null) return <Failed message="Task ID is invalid or missing" />;
  return <LoadedPreview taskId={taskId} />;
}

function LoadedPreview({ taskId }: { taskId: number }) {
  const { version, frame } = usePreviewPosition();
  const preview = useQuery(previewQuery(taskId, version));
  const user = useUser();
  const player = useRef<VideoPlayerHandle>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [hasPanel, setHasPanel] = useState(true);
  const [openTab, setOpenTab] = useState<string | null>(null);
  useNewVersionToast(version === undefined ? preview.data?.version?.number : undefined);
  const error = useLoadingError(preview);
  if (error) {
    return (
      <Failed
        message={`Error loading video preview: ${error.message}`}
        detail={error instanceof AppError ? error.detail : undefined}
        {...(!isNotFound(error) && { onRetry: () => void preview.refetch() })}
        retrying={preview.isFetching}
      />
    );
  }
  if (!preview.data) return <PreviewSkeleton />;
  const { data } = preview;
  const { playback, taskTitle } = data;
  const isPreparing = data.version?.state === "preparing";
  const isWatchable = Boolean(playback?.fileUrl ?? playback?.playlistUrl);
  const side = user?.role === "EDITOR" ? "editor" : "creator";
  const versions = <VersionHistory taskId={taskId} shown={data.version?.number} />;
  const notice = <PreviewNotice preview={data} side={side} />;
  return (
    <>
      <title>{`${taskTitle} · Reelay`}</title>
      <PreviewHeader preview={data} deciding={side === "creator"} />
      <ReviewComments preview={data} side={side} player={player}>
        {({ tab, actions, picture, startFrame, onSelectMark, ...extras }) => (
          <PreviewStage
            ref={stage}
            hasPanel={hasPanel}
            tab={openTab}
            onTab={setOpenTab}
            head={
              <>
                <div className="flex shrink-0 flex-col gap-3 border-b px-4 py-3 text-sm empty:hidden beside:max-h-2/5 beside:overflow-y-auto">
                  <OtherVersion preview={data} />
                  {isWatchable && notice}
                </div>
                <EditedBy editor={data.editor} actions={actions} />
              </>
            }
            tabs={[
              ...(tab ? [tab] : []),
              { value: "versions", label: "Versions", content: versions },
              { value: "history", label: "History", content: <TaskHistory taskId={taskId} /> },
            ]}
          >
            {!isWatchable && !isPreparing && notice}
            {playback && (isWatchable || isPreparing) ? (
              <PreviewPlayer
                preview={data}
                key={playback.videoId}
                ref={player}
                playback={playback}
                title={taskTitle}
                chapters={data.chapters}
                stage={stage}
                startFrame={startFrame ?? frame}
                onRefresh={() => void preview.refetch()}
                controls={<PanelButton shown={hasPanel} onToggle={() => setHasPanel(!hasPanel)} />}
                {...extras}
                {...(!isWatchable && { overlay: notice })}
                onSelectMark={(id) => {
                  if (tab) setOpenTab(tab.value);
                  setHasPanel(true);
                  onSelectMark?.(id);
                }}
              />
            ) : (
              picture
            )}
          </PreviewStage>
        )}
      </ReviewComments>
    </>
  );
}

/** Says that another version than the current one is shown. */
function OtherVersion({ preview: { version, current } }: { preview: Preview }) {
  if (!version || !current) return null;
  return (
    <p className="border-l-2 border-amber py-1 pl-4 text-soft">
      This is version {version.number}.{" "}
      <Link to="?" className="link">
        Open version {current.number}
      </Link>
    </p>
  );
}

function EditedBy({ editor, actions }: { editor: Preview["editor"]; actions: ReactNode }) {
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-b px-4 text-sm">
      <Avatar name={editor.name} src={editor.profileImgUrl} size={24} />
      <span className="shrink-0 text-soft">Edited by</span>
      <Link
        to={`/c/profile/${encodeURIComponent(editor.name)}`}
        className="-my-2 min-w-0 truncate py-2 font-semibold hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
      >
        {editor.name}
      </Link>
      <span className="-mr-2 ml-auto flex shrink-0 pointer-coarse:-mr-3">{actions}</span>
    </div>
  );
}

interface FailedProps {
  message: string;
  detail?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
}

function Failed({ message, detail, onRetry, retrying }: FailedProps) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-3xl px-4 py-12 sm:px-6">
      <title>Video preview · Reelay</title>
      <h1 className="mb-6 font-heading text-3xl">Video preview</h1>
      <ErrorState
        message={message}
        detail={detail}
        {...(onRetry && { onRetry })}
        {...(retrying !== undefined && { retrying })}
        action={
          <Link to="/y/tasks" className={buttonClass("outline", "small")}>
            Go to your tasks
          </Link>
        }
      />
    </main>
  );
}

function PreviewSkeleton() {
  return (
    <main id="content" tabIndex={-1}>
      <title>Video preview · Reelay</title>
      <InTopBar>
        <span aria-hidden className="flex min-w-0 flex-1 items-center gap-x-4">
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="hidden h-0.5 w-40 wide:block xl:w-56" />
        </span>
      </InTopBar>
      <SkeletonGroup label="Loading the preview">
        <span className="flex flex-col beside:h-[calc(100dvh-3.5625rem)] beside:flex-row low:h-[calc(100dvh-3.0625rem)]">
          <span className="flex min-w-0 flex-1 flex-col px-4 py-3">
            <span className="flex min-h-0 flex-1 items-center justify-center bg-picture">
              <Skeleton className="aspect-video w-full" />
            </span>
            <Skeleton className="mt-2 h-19 w-full" />
            <Skeleton className="mt-1 h-10 w-full" />
          </span>
          <span className="border-t bg-panel px-4 py-6 beside:shrink-0 beside:border-t-0 beside:border-l wide:w-88 max-wide:beside:w-[max(19rem,30vw)]">
            <Skeleton className="mb-6 h-9 w-44" />
            <SkeletonText lines={3} />
          </span>
        </span>
      </SkeletonGroup>
    </main>
  );
}
