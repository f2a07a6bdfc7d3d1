import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { previewPath } from "#core/paths.ts";
import { formatMediaTime } from "#core/time.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import type { Preview } from "#modules/review/contract/versions.ts";
import { ApprovalsLine } from "#modules/review/web/public/approvals-line.tsx";
import { previewQuery } from "#modules/review/web/public/preview-query.ts";
import { isPlayheadActive, stageLabel, trackPosition, trackSteps } from "#modules/tasks/rules/stages.ts";
import { Avatar } from "#ui/avatar.tsx";
import { formatBytes } from "#ui/format.ts";
import { Timecode } from "#ui/timecode.tsx";
import { Track } from "#ui/track.tsx";

import { useKnownAbilities } from "../use-can.ts";
import { TaskPicture } from "./task-picture.tsx";
import { strip, TaskPanelSkeleton, TaskStripSkeleton } from "./task-skeletons.tsx";

/** The task that a page is about, beside its content: picture, name, track and the version. Empty if it can't be loaded. */
export function TaskPanel({ taskId }: { taskId: number }) {
  const { data: preview, isPending, refetch } = useQuery(previewQuery(taskId));
  useKnownAbilities(preview?.abilities);
  if (isPending) return <TaskPanelSkeleton />;
  if (!preview) return null;
  const { taskTitle, editor, version, playback } = preview;
  return (
    <>
      <TaskPicture preview={preview} onRefresh={() => void refetch()} />
      <h2 dir="auto" className="mt-4 font-heading text-2xl wrap-anywhere">
        {taskTitle}
      </h2>
      <StageTrack preview={preview} className="mt-3" />
      <dl className="mt-6 border-t text-sm">
        <Fact name="Edited by">
          <span className="flex min-w-0 items-center justify-end gap-2">
            <Avatar name={editor.name} src={editor.profileImgUrl} size={20} />
            <PersonLink person={editor} />
          </span>
        </Fact>
        {playback?.durationSeconds && (
          <Fact name="Length">
            <Timecode tone="ink">{formatMediaTime(playback.durationSeconds)}</Timecode>
          </Fact>
        )}
        {version && (
          <Fact name="File">
            <span className="block truncate" title={version.fileName}>
              {version.fileName}
            </span>
            <Timecode>{formatBytes(version.bytes)}</Timecode>
          </Fact>
        )}
      </dl>
      <Link to={previewPath(taskId)} className="link mt-4 inline-block text-sm">
        Open the preview
      </Link>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-4 border-b py-2.5">
      <dt className="shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

/** The same task above the content of narrow windows, where the picture leads to the preview. */
export function TaskStrip({ taskId }: { taskId: number }) {
  const { data: preview, isPending } = useQuery(previewQuery(taskId));
  if (isPending) return <TaskStripSkeleton />;
  if (!preview) return null;
  const { taskTitle, playback } = preview;
  return (
    <section aria-label="Task" className={strip}>
      {playback?.posterUrl ? (
        <img
          src={playback.posterUrl}
          alt=""
          className="aspect-video w-full rounded-xs bg-picture object-contain"
        />
      ) : (
        <span aria-hidden className="aspect-video w-full rounded-xs bg-raised" />
      )}
      <div className="min-w-0">
        <h2 dir="auto" className="truncate font-heading text-lg">
          <Link to={previewPath(taskId)} className="hover:underline">
            {taskTitle}
          </Link>
        </h2>
        <StageTrack preview={preview} />
      </div>
    </section>
  );
}

function StageTrack({
  preview: { stage, version, abilities, approvals },
  className,
}: {
  preview: Preview;
  className?: string;
}) {
  const at = trackPosition(stage);
  return (
    <div className={className}>
      <Track
        steps={trackSteps}
        position={at + (stage === "published" ? 1 : 0.5)}
        tone={stage === "published" ? "done" : isPlayheadActive(stage, abilities) ? "live" : "idle"}
        label={`Step ${at + 1} of ${trackSteps.length}: ${stageLabel(stage)}`}
      />
      <Timecode tone={stage === "published" ? "go" : "ink"}>
        {stageLabel(stage)}
        {version && `, v${version.number}`}
      </Timecode>
      {(stage === "in_review" || stage === "approved") && (
        <div>
          <ApprovalsLine approvals={approvals} />
        </div>
      )}
    </div>
  );
}
