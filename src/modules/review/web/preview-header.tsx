import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";

import { allows, isLive, mayUpload, stageLabel, trackPosition, trackSteps } from "#modules/tasks/rules.ts";
import { Badge } from "#ui/badge.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { Track } from "#ui/track.tsx";

import type { Preview } from "../contract.ts";
import { Decision } from "./decision.tsx";
import { ExtendWindow } from "./extend-window.tsx";
import { previewQuery } from "./queries.ts";
import { UploadAction } from "./upload-action.tsx";

/** Whether the review window can be extended: once per version. */
function mayExtend({ stage, version }: Preview): boolean {
  return allows(stage, "approve") && version !== null && version.reviewEndsAt !== null && !version.extended;
}

/** The task's stage, the time left to decide, and the user's actions. */
export function PreviewHeader({ preview, deciding }: { preview: Preview; deciding: boolean }) {
  const queries = useQueryClient();
  const { stage, version, taskId, taskTitle } = preview;
  const newest = preview.next ?? version;
  const reviewEndsAt = version?.reviewEndsAt;
  const live = isLive(stage, deciding ? "creator" : "editor");
  return (
    <section
      aria-label="Task"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b px-4 py-3 sm:px-6 wide:min-h-[4.0625rem]"
    >
      <div className="flex max-w-full min-w-0 items-baseline gap-x-5">
        <h1 className="flex min-w-0 items-baseline gap-2 text-base">
          <Link
            to={deciding ? "/y/tasks" : "/c/tasks"}
            className="-my-3 shrink-0 py-3 text-soft hover:text-ink pointer-coarse:-ml-2 pointer-coarse:pl-2"
          >
            Tasks /
          </Link>
          <span dir="auto" title={taskTitle} className="line-clamp-2 min-w-0 font-semibold wide:line-clamp-1">
            {taskTitle}
          </span>
        </h1>
        {version && <Badge className="shrink-0">v{version.number}</Badge>}
      </div>
      <Track
        className="hidden w-80 sm:block"
        steps={trackSteps}
        position={trackPosition(stage) + (stage === "published" ? 1 : 0.5)}
        tone={stage === "published" ? "done" : live ? "live" : "idle"}
        label={`Step ${trackPosition(stage) + 1} of ${trackSteps.length}: ${stageLabel(stage)}`}
      />
      <div className="flex w-full flex-wrap items-center gap-3 empty:hidden sm:ml-auto sm:w-auto sm:justify-end">
        {reviewEndsAt && (
          <span className="flex w-full flex-wrap items-center justify-between gap-1 sm:w-auto">
            <Countdown
              until={new Date(reviewEndsAt)}
              endText="time is up"
              onEnd={() => void queries.invalidateQueries({ queryKey: previewQuery(taskId).queryKey })}
            />
            {deciding && mayExtend(preview) && <ExtendWindow taskId={taskId} version={version.number} />}
          </span>
        )}
        <span className="flex w-full flex-wrap gap-3 *:flex-1 empty:hidden sm:w-auto sm:*:flex-none">
          {deciding && <Decision preview={preview} />}
          {!deciding && mayUpload(stage) && (
            <UploadAction task={{ id: taskId, taskTitle }} offered={newest?.state !== "preparing"} />
          )}
        </span>
      </div>
    </section>
  );
}
