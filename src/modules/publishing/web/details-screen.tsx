import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { allows } from "#modules/tasks/rules.ts";
import { useTask } from "#modules/tasks/web/use-task.ts";
import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { DetailsForm } from "./details-form.tsx";
import { detailsQuery } from "./details/queries.ts";
import { NarrowPage } from "./narrow-page.tsx";

/** Edits the details of the video at the platform. */
export function DetailsScreen({ taskId }: { taskId: number | null }) {
  return (
    <NarrowPage heading="YouTube Video Details">
      {taskId === null ? (
        <ErrorState
          className="mt-8"
          message="Invalid Task ID"
          action={
            <Link to="/y/tasks" className={buttonClass("outline", "small")}>
              Go to your tasks
            </Link>
          }
        />
      ) : (
        <LoadedDetails taskId={taskId} />
      )}
    </NarrowPage>
  );
}

function LoadedDetails({ taskId }: { taskId: number }) {
  // The form keeps the values it was mounted with, so a refetch does not overwrite the input.
  const task = useTask(taskId, "Failed to fetch task data");
  const details = useQuery(detailsQuery(taskId));
  if (task.isPending || details.isPending) return <DetailsSkeleton />;
  if (task.isLoadingError || details.isLoadingError) {
    return (
      <ErrorState
        className="mt-8"
        message="Failed to load task data"
        onRetry={() => void Promise.all([task.refetch(), details.refetch()])}
        retrying={task.isFetching || details.isFetching}
      />
    );
  }
  return (
    <>
      {allows(task.data.stage, "undo_approval") && (
        <Link to={`/video-preview/${taskId}`} className="link mt-2 inline-block text-soft">
          Back to the approved version
        </Link>
      )}
      <DetailsForm task={task.data} details={details.data} />
    </>
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
