import { useQueryClient } from "@tanstack/react-query";
import { lazy } from "react";
import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import { reloadQueries } from "#core/web/reload-queries.ts";
import { UploadAction } from "#modules/checks/web/public/upload-action.tsx";
import { useOpenComments } from "#modules/feedback/web/public/use-open-comments.ts";
import type { Preview } from "#modules/review/contract/versions.ts";
import { ExtendWindow } from "#modules/review/web/public/extend-window.tsx";
import { SeeComments } from "#modules/review/web/public/open-comments.tsx";
import { previewQuery } from "#modules/review/web/public/preview-query.ts";
import { RequestExtension } from "#modules/review/web/public/request-extension.tsx";
import {
  allows,
  isPlayheadActive,
  mayUpload,
  stageLabel,
  trackPosition,
  trackSteps,
} from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { Countdown } from "#ui/countdown.tsx";
import { LoadBoundary } from "#ui/load-boundary.tsx";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";
import { InTopBar } from "#ui/top-bar-slot.ts";
import { Track } from "#ui/track.tsx";

import { Decision } from "./decision.tsx";
import { VersionBadge } from "./version-badge.tsx";

const VideoSteps = lazy(async () => ({ default: (await import("./video-steps.tsx")).VideoSteps }));

/** Listed with the shortcuts of the comments for those who decide. */
export const videoShortcut: Shortcut = { keys: ["Shift P N"], label: "Previous or next video to review" };

/** Whether the review window can be extended: once per version. */
function mayExtend({ stage, version }: Preview): boolean {
  return (
    allows(stage, "approve") &&
    version?.state === "in_review" &&
    version.reviewEndsAt !== null &&
    !version.extended
  );
}

interface PreviewHeaderProps {
  preview: Preview;
  role: Role;
}

/** The task's stage, the time left to decide, and the user's actions, in the top bar. */
export function PreviewHeader({ preview, role }: PreviewHeaderProps) {
  const queries = useQueryClient();
  const { stage, version, taskId, taskTitle } = preview;
  const newest = preview.next ?? version;
  const reviewEndsAt = version?.reviewEndsAt;
  const live = isPlayheadActive(stage, preview.abilities);
  return (
    <InTopBar>
      <section aria-label="Task" className="contents">
        <div className="flex min-w-0 flex-1 items-baseline gap-x-3 wide:flex-initial">
          <h1 className="flex min-w-0 items-baseline gap-2 text-base">
            <Link to={tasksPath(role)} className="-my-3 shrink-0 py-3 text-soft hover:text-ink">
              Tasks /
            </Link>
            <span dir="auto" title={taskTitle} className="min-w-0 truncate font-semibold">
              {taskTitle}
            </span>
          </h1>
          {version && <VersionBadge version={version.number} comparable={preview.comparable} />}
        </div>
        {can(preview, "decide") && (
          <LoadBoundary failure={null}>
            <VideoSteps taskId={taskId} />
          </LoadBoundary>
        )}
        <Track
          className="hidden w-40 shrink-0 wide:block xl:w-56"
          steps={trackSteps}
          position={trackPosition(stage) + (stage === "published" ? 1 : 0.5)}
          tone={stage === "published" ? "done" : live ? "live" : "idle"}
          label={`Step ${trackPosition(stage) + 1} of ${trackSteps.length}: ${stageLabel(stage)}`}
        />
        <div className="flex items-center gap-2 max-md:stacked:flex-wrap *:shrink-0 empty:hidden ml-auto max-md:stacked:order-last max-md:stacked:basis-full max-md:stacked:pb-2">
          {reviewEndsAt && (
            <Countdown
              until={new Date(reviewEndsAt)}
              endText="time is up"
              onEnd={() => void reloadQueries(queries, [previewQuery(taskId).queryKey])}
            />
          )}
          {version && mayExtend(preview) && can(preview, "decide") && (
            <ExtendWindow
              taskId={taskId}
              version={version}
              requestedBy={version.extensionRequested ? preview.editor.name : null}
            />
          )}
          {version && mayExtend(preview) && can(preview, "upload") && (
            <RequestExtension taskId={taskId} version={version} />
          )}
          <span className="ml-auto flex gap-2 empty:hidden max-md:stacked:basis-full max-md:stacked:justify-end max-md:stacked:[&>:not([aria-label])]:flex-1">
            <Decision preview={preview} />
            {can(preview, "upload") && mayUpload(stage) && (
              <UploadNext taskId={taskId} taskTitle={taskTitle} offered={newest?.state !== "preparing"} />
            )}
          </span>
        </div>
      </section>
    </InTopBar>
  );
}

interface UploadNextProps {
  taskId: number;
  taskTitle: string;
  offered: boolean;
}

function UploadNext({ taskId, taskTitle, offered }: UploadNextProps) {
  const openComments = useOpenComments(taskId, { wanted: offered });
  const hasComments = offered && openComments !== null && openComments.notDone > 0;
  return (
    <>
      {hasComments && <SeeComments {...openComments} />}
      <UploadAction
        task={{ id: taskId, taskTitle }}
        openComments={openComments}
        offered={offered}
        secondary={hasComments}
      />
    </>
  );
}
