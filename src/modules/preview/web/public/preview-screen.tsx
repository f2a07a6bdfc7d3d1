import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, lazy } from "react";

import { previewPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { commentShortcuts, CommentUpdates } from "#modules/feedback/web/public/comment-updates.tsx";
import { ReviewSession, useReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import {
  type CommentedVersion,
  useCommentedVersion,
} from "#modules/feedback/web/public/use-commented-version.ts";
import {
  CommentsPanel,
  ReviewActions,
  SelectedStill,
  useTimelineComments,
  VersionOverlay,
} from "#modules/feedback/web/public/version-comments.tsx";
import { isPlayable } from "#modules/media/rules/playback.ts";
import { type Preview, reviewEndpoints } from "#modules/review/contract/versions.ts";
import { Approvals } from "#modules/review/web/public/approvals.tsx";
import {
  JoinBar,
  RoomBar,
  RoomPicture,
  RoomPresence,
  RoomWaitingNote,
} from "#modules/rooms/web/public/room-parts.tsx";
import { RoomSessionProvider, useRoom } from "#modules/rooms/web/public/room-session.tsx";
import { roomShortcuts } from "#modules/rooms/web/public/room-shortcuts.ts";
import { WatchTogether } from "#modules/rooms/web/public/watch-together.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { isOpen } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { ContributorsLine } from "#modules/tasks/web/public/contributors-line.tsx";
import { LoadBoundary } from "#ui/load-boundary.tsx";

import { CheckTab } from "../check/check-tab.tsx";
import { useCheck } from "../check/use-check.ts";
import { EditedBy, NewerVersionBar, OtherVersion } from "../page/panel-head.tsx";
import { InvalidTask, PreviewFailed } from "../page/preview-failed.tsx";
import { PreviewHeader, videoShortcut } from "../page/preview-header.tsx";
import { PreviewNotice } from "../page/preview-notice.tsx";
import { PreviewSkeleton } from "../page/preview-skeleton.tsx";
import { useSharedPosition } from "../page/use-shared-position.ts";
import { type NewerVersion, useWatchedPreview } from "../page/use-watched-preview.ts";
import { PreviewStage } from "../player/preview-stage.tsx";
import { SkipToComment } from "../player/skip-to-comment.tsx";
import { VersionPlayer, type VersionPlayerProps } from "../player/version-player.tsx";
import { usePreviewPosition } from "./use-preview-position.ts";

const VersionHistory = lazy(async () => ({
  default: (await import("#modules/review/web/public/version-history.tsx")).VersionHistory,
}));
const TaskHistory = lazy(async () => ({
  default: (await import("#modules/history/web/public/task-history.tsx")).TaskHistory,
}));

/** Plays a version of a task, at `?version=2&frame=48` a certain one; the creator decides on it here. */
export function PreviewScreen({ taskId }: { taskId: number | null }) {
  if (taskId === null) return <InvalidTask />;
  return <VersionReview key={taskId} taskId={taskId} />;
}

function VersionReview({ taskId }: { taskId: number }) {
  const { preview, newer } = useWatchedPreview(taskId);
  return (
    <ReviewSession draftKey={`${taskId} v${preview.data?.version?.number}`} guidesKey={`${taskId}`}>
      <RoomSessionProvider access={{ kind: "member", taskId }}>
        <LoadedPreview preview={preview} newer={newer} />
      </RoomSessionProvider>
    </ReviewSession>
  );
}

interface LoadedPreviewProps {
  preview: UseQueryResult<Preview>;
  newer: NewerVersion | null;
}

function LoadedPreview({ preview, newer }: LoadedPreviewProps) {
  const error = useLoadingError(preview);
  useSharedPosition(preview.data?.version?.number);
  if (error) {
    return (
      <PreviewFailed error={error} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />
    );
  }
  if (!preview.data) return <PreviewSkeleton />;
  return <Review preview={preview.data} newer={newer} onRefresh={() => void preview.refetch()} />;
}

interface ReviewProps {
  preview: Preview;
  newer: NewerVersion | null;
  /** Refetches the preview. */
  onRefresh: () => void;
}

/**
 * Composes the screen. The player stays the same when the review begins.
 */
function Review({ preview, newer, onRefresh }: ReviewProps) {
  const convert = useChange(reviewEndpoints.convertVersion, { onSuccess: onRefresh });
  const { taskId, taskTitle, playback, version, editor, chapters } = preview;
  const { frame } = usePreviewPosition();
  const { player } = useReviewSession();
  const user = useUser();
  const role = user?.role ?? "NORMAL";
  const commented = useCommentedVersion(preview, user);
  const check = useCheck(preview);
  const isPreparing = version?.state === "preparing";
  const hasVideo = isPlayable(playback);
  const notice = <PreviewNotice preview={preview} role={role} />;
  const aspect = (playback?.width ?? 16) / (playback?.height ?? 9);
  return (
    <>
      <title>{`${taskTitle} · Reelay`}</title>
      <PreviewHeader preview={preview} role={role} />
      <PreviewStage
        head={
          <>
            <output className="block empty:hidden">
              {newer && <NewerVersionBar {...newer} />}
              {hasVideo && <JoinBar access={{ kind: "member", taskId }} />}
            </output>
            <div className="flex shrink-0 flex-col gap-3 border-b px-4 py-3 text-sm empty:hidden beside:max-h-2/5 beside:overflow-y-auto">
              {!newer && <OtherVersion preview={preview} />}
              {hasVideo && notice}
            </div>
            <EditedBy editor={editor}>
              {version && hasVideo && (
                <WatchTogether
                  version={version.number}
                  currentFrame={() => player.current?.currentFrame() ?? 0}
                />
              )}
              {commented && <ReviewActions {...commented} />}
            </EditedBy>
            {preview.approvals.length > 0 && <Approvals preview={preview} />}
            {preview.contributors.length > 0 && (
              <ContributorsLine taskId={taskId} contributors={preview.contributors} />
            )}
          </>
        }
        tabs={[
          {
            value: "comments",
            label: "Comments",
            count: commented?.comments.counts?.open,
            content: commented ? (
              <CommentsPanel {...commented} />
            ) : (
              <p className="text-soft">You can comment as soon as the version is in review.</p>
            ),
          },
          {
            value: "check",
            label: "Check",
            count: check.open,
            content: version ? (
              <CheckTab preview={preview} version={version.number} check={check} commented={commented} />
            ) : (
              <p className="text-soft">Each version is checked as soon as it is uploaded.</p>
            ),
          },
          {
            value: "versions",
            label: "Versions",
            content: (
              <LoadBoundary>
                <VersionHistory
                  taskId={taskId}
                  shown={version?.number}
                  withdrawsFrom={can(preview, "upload") ? preview.youtuber.name : null}
                />
              </LoadBoundary>
            ),
          },
          {
            value: "history",
            label: "History",
            content: (
              <LoadBoundary>
                <TaskHistory taskId={taskId} />
              </LoadBoundary>
            ),
          },
        ]}
      >
        {commented && hasVideo && isOpen(preview.stage) && <SkipToComment />}
        <RoomBar invitePath={previewPath(taskId)} userId={user?.id} manages={can(preview, "manage")} />
        {!hasVideo && !isPreparing && notice}
        {playback && (hasVideo || isPreparing) ? (
          <CommentedPlayer
            key={playback.videoId}
            preview={preview}
            commented={commented}
            ranges={check.marks}
            loudness={check.loudness}
            onSelectRange={check.select}
            playback={playback}
            chapters={chapters}
            onRefresh={onRefresh}
            onConvert={
              version
                ? () => convert.mutateAsync({ params: { id: taskId }, body: { version: version.number } })
                : undefined
            }
            title={taskTitle}
            frameName={version ? `${taskTitle} v${version.number}` : undefined}
            startFrame={frame}
            overlay={
              hasVideo && (
                <>
                  {commented && <CommentDrawings commented={commented} aspect={aspect} />}
                  {version && <RoomPicture version={version.number} aspect={aspect} />}
                </>
              )
            }
            screenOverlay={hasVideo ? <RoomWaitingNote /> : notice}
          />
        ) : (
          commented && <SelectedStill {...commented} />
        )}
      </PreviewStage>
      {commented && <CommentUpdates key={commented.version} {...commented} />}
    </>
  );
}

interface CommentedPlayerProps extends Omit<VersionPlayerProps, "marks" | "shortcuts" | "onSelectMark"> {
  preview: Preview;
  /** Null while the version can't be commented on. */
  commented: CommentedVersion | null;
}

/** The player with the comments on its timeline. */
function CommentedPlayer({ commented, startFrame, ...player }: CommentedPlayerProps) {
  const { marks, linkedFrame, show } = useTimelineComments(commented);
  const isInRoom = useRoom(({ room }) => room !== null);
  const version = player.preview.version?.number;
  return (
    <VersionPlayer
      {...player}
      startFrame={linkedFrame ?? startFrame}
      marks={marks}
      onSelectMark={show}
      renderOnTimeline={(toPercent) => version && <RoomPresence version={version} toPercent={toPercent} />}
      shortcuts={[
        ...(commented ? commentShortcuts : []),
        ...(isInRoom ? roomShortcuts : []),
        ...(can(player.preview, "decide") ? [videoShortcut] : []),
      ]}
    />
  );
}

/** Those who watch together see the same drawings while the video is paused. */
function CommentDrawings(props: Omit<ComponentProps<typeof VersionOverlay>, "showsAll">) {
  const isPausedTogether = useRoom(({ shared }) => shared?.playing === false);
  return <VersionOverlay {...props} showsAll={isPausedTogether} />;
}
