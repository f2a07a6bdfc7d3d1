import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { DetailsForm } from "./details-form.tsx";
import { NarrowPage } from "./narrow-page.tsx";
import { taskQuery } from "./queries.ts";

/** The video's details before it goes to the platform (specification, section 2, "Task-update screen"). */
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
  // A refetch while somebody types would change nothing on screen; the form keeps what it began with.
  const task = useQuery({ ...taskQuery(taskId), refetchOnMount: "always" });
  if (task.isPending) return <DetailsSkeleton />;
  if (task.isLoadingError) {
    return (
      <ErrorState
        className="mt-8"
        message="Failed to load task data"
        onRetry={() => void task.refetch()}
        retrying={task.isFetching}
      />
    );
  }
  return <DetailsForm task={task.data} />;
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
