import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { AppError } from "#core/error.ts";
import { VideoPlayer } from "#modules/media/web/video-player.tsx";
import { useUser } from "#modules/sign-in/web/session.tsx";
import type { Side } from "#modules/tasks/rules.ts";
import { Avatar } from "#ui/avatar.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";

import type { Preview } from "../contract.ts";
import { PreviewHeader } from "./preview-header.tsx";
import { PreviewNotice } from "./preview-notice.tsx";
import { previewQuery } from "./queries.ts";
import { VersionHistory } from "./version-history.tsx";

interface PreviewScreenProps {
  /** Null if the id in the URL is invalid. */
  taskId: number | null;
  /** Shown above the player of an approved version. */
  publishingNotice: (preview: Preview, side: Side) => ReactNode;
}

/** Plays the version of a task that can be watched; the creator decides on it here. */
export function PreviewScreen({ taskId, publishingNotice }: PreviewScreenProps) {
  if (taskId === null) return <Failed message="Task ID is invalid or missing" />;
  return <LoadedPreview taskId={taskId} publishingNotice={publishingNotice} />;
}

interface LoadedPreviewProps extends PreviewScreenProps {
  taskId: number;
}

function LoadedPreview({ taskId, publishingNotice }: LoadedPreviewProps) {
  const preview = useQuery(previewQuery(taskId));
  const user = useUser();
  if (preview.isPending) return <PreviewSkeleton />;
  if (preview.isLoadingError) {
    return (
      <Failed
        message={`Error loading video preview: ${preview.error.message}`}
        detail={preview.error instanceof AppError ? preview.error.detail : undefined}
        onRetry={() => void preview.refetch()}
        retrying={preview.isFetching}
      />
    );
  }
  const { data } = preview;
  const side = user?.role === "EDITOR" ? "editor" : "creator";
  return (
    <>
      <title>{`${data.taskTitle} · Reelay`}</title>
      <PreviewHeader preview={data} deciding={side === "creator"} />
      <div className="flex flex-col wide:flex-row">
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 py-5 [--player-height:max(16rem,calc(100dvh-19rem))] has-[[data-notice]]:[--player-height:max(16rem,calc(100dvh-23.5rem))] sm:px-6"
        >
          <Picture
            preview={data}
            own={side === "editor"}
            publishingNotice={publishingNotice(data, side)}
            onRefresh={() => void preview.refetch()}
          />
        </main>
        <aside
          aria-label="Versions"
          className="border-t bg-panel px-4 py-6 sm:px-6 wide:min-h-[calc(100dvh-8.5625rem)] wide:w-88 wide:shrink-0 wide:border-t-0 wide:border-l"
        >
          <EditedBy editor={data.editor} />
          <VersionHistory taskId={taskId} />
        </aside>
      </div>
    </>
  );
}

interface PictureProps {
  preview: Preview;
  /** Whether the user is the editor. */
  own: boolean;
  publishingNotice: ReactNode;
  onRefresh: () => void;
}

function Picture({ preview, own, publishingNotice, onRefresh }: PictureProps) {
  const { playback, taskTitle } = preview;
  const watchable = playback?.fileUrl ?? playback?.playlistUrl;
  return (
    <>
      <PreviewNotice preview={preview} own={own} publishingNotice={publishingNotice} />
      {playback && watchable && (
        <VideoPlayer key={playback.videoId} playback={playback} title={taskTitle} onRefresh={onRefresh} />
      )}
    </>
  );
}

function EditedBy({ editor }: { editor: Preview["editor"] }) {
  return (
    <p className="relative flex items-center gap-3 border-b pb-5">
      <Avatar name={editor.name} src={editor.profileImgUrl} size={36} />
      <span className="min-w-0">
        <span className="block text-sm text-soft">Edited by</span>
        <Link
          to={`/c/profile/${encodeURIComponent(editor.name)}`}
          className="block truncate font-semibold after:absolute after:inset-0 after:bottom-4 hover:underline"
        >
          {editor.name}
        </Link>
      </span>
    </p>
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
      <SkeletonGroup label="Loading the preview">
        <span className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b px-4 py-3 sm:px-6 wide:min-h-[4.0625rem]">
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="hidden h-0.5 w-80 sm:block" />
          <span className="flex w-full flex-wrap items-center gap-3 sm:ml-auto sm:w-auto">
            <Skeleton className="my-0.5 h-5 w-28" />
            <span className="flex w-full gap-3 *:flex-1 sm:w-auto sm:*:w-24 sm:*:flex-none">
              <Skeleton className="h-10 pointer-coarse:h-11" />
              <Skeleton className="h-10 pointer-coarse:h-11" />
            </span>
          </span>
        </span>
        <span className="flex flex-col wide:flex-row">
          <span className="min-w-0 flex-1 px-4 py-5 sm:px-6">
            <Skeleton className="mx-auto aspect-video max-h-[max(16rem,calc(100dvh-19rem))] max-w-full" />
            <Skeleton className="mt-4 h-10 w-full" />
          </span>
          <span className="border-t bg-panel px-4 py-6 sm:px-6 wide:min-h-[calc(100dvh-8.5625rem)] wide:w-88 wide:shrink-0 wide:border-t-0 wide:border-l">
            <Skeleton className="mb-6 h-9 w-44" />
            <SkeletonText lines={3} />
          </span>
        </span>
      </SkeletonGroup>
    </main>
  );
}
