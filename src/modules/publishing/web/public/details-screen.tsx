import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "react-router";

import { isNotFound } from "#core/error.ts";
import { checkProgressPath, previewPath } from "#core/paths.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { distinctValues } from "#modules/publishing/platforms/platforms.ts";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { allows, isCompleted } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { useTask } from "#modules/tasks/web/public/use-task.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { ChangesForm } from "../changes/changes-form.tsx";
import { changesQuery } from "../changes/queries.ts";
import { useKinds } from "../destinations/use-kinds.ts";
import { DetailsForm } from "../details/details-form.tsx";
import { detailsQuery } from "../details/queries.ts";
import { RefusedNote } from "../details/refused-note.tsx";
import { LinkButton } from "../link-button.tsx";
import { PublishingPage } from "../page/publishing-page.tsx";
import { Steps } from "../page/steps.tsx";

/** Edits the details of the video at the platform. */
export function DetailsScreen({ taskId }: { taskId: number | null }) {
  const [declaring] = distinctValues(useKinds(taskId), ({ has, name }) => (has.declarations ? name : null));
  const heading = declaring === undefined ? "Video Details" : `${declaring} Video Details`;
  return (
    <PublishingPage heading={heading} taskId={taskId}>
      {taskId === null ? (
        <DeadEnd message="Invalid Task ID">Open the task from your Tasks screen.</DeadEnd>
      ) : (
        <LoadedDetails taskId={taskId} />
      )}
    </PublishingPage>
  );
}

function LoadedDetails({ taskId }: { taskId: number }) {
  // The form keeps the values it was mounted with, so a refetch does not overwrite the input.
  const task = useTask(taskId, "Failed to fetch task data");
  const error = useLoadingError(task);
  if (error) {
    return <NotLoaded error={error} onRetry={() => void task.refetch()} retrying={task.isFetching} />;
  }
  if (!task.data) return <DetailsSkeleton />;
  const { stage, youtuber } = task.data;
  if (!can(task.data, "publish")) {
    return <NotEditable taskId={taskId} reason={`Only ${youtuber.name} can publish this video.`} />;
  }
  if (isCompleted(stage)) return <PublishedDetails task={task.data} />;
  if (allows(stage, "publish")) return <Navigate replace to={checkProgressPath(taskId)} />;
  if (!allows(stage, "start_publishing")) {
    return <NotEditable taskId={taskId} reason="Approve a version before you publish it." />;
  }
  return <ApprovedDetails task={task.data} />;
}

function ApprovedDetails({ task }: { task: Task }) {
  const details = useQuery(detailsQuery(task.id));
  if (details.isPending) return <DetailsSkeleton />;
  if (details.isLoadingError) {
    const { error, isFetching, refetch } = details;
    return <NotLoaded error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      <Steps step={1} />
      <RefusedNote taskId={task.id} />
      <DetailsForm task={task} details={details.data} />
    </>
  );
}

function PublishedDetails({ task }: { task: Task }) {
  const details = useQuery(detailsQuery(task.id));
  const changes = useQuery(changesQuery(task.id));
  const failed = [details, changes].find(({ isLoadingError }) => isLoadingError);
  if (failed) {
    return (
      <NotLoaded
        error={failed.error ?? new Error()}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  }
  if (!details.data || !changes.data) return <DetailsSkeleton />;
  return (
    <>
      <Link
        to={checkProgressPath(task.id)}
        className="link mt-4 inline-block text-soft pointer-coarse:mt-1 pointer-coarse:py-3"
      >
        Back to the publication
      </Link>
      <ChangesForm task={task} video={details.data.video} changes={changes.data} />
    </>
  );
}

function NotLoaded({ error, onRetry, retrying }: { error: Error; onRetry: () => void; retrying: boolean }) {
  const message = "Failed to load task data";
  if (isNotFound(error)) {
    return <DeadEnd message={message}>This task doesn't exist, or it isn't yours.</DeadEnd>;
  }
  return <ErrorState className="mt-8" message={message} onRetry={onRetry} retrying={retrying} />;
}

function NotEditable({ taskId, reason }: { taskId: number; reason: string }) {
  return (
    <DeadEnd
      message={reason}
      action={<LinkButton to={previewPath(taskId)} variant="primary" label="Go to the preview" />}
    />
  );
}

function DetailsSkeleton() {
  return (
    <SkeletonGroup label="Loading the video's details" className="mt-8">
      {["h-10", "h-32", "h-9", "h-6", "h-28"].map((height) => (
        <span key={height} className="mb-6 block">
          <Skeleton className="mb-2 h-4 w-28" />
          <Skeleton className={`${height} w-full`} />
        </span>
      ))}
    </SkeletonGroup>
  );
}
