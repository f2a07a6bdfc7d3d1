import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { checkProgressPath } from "#core/paths.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { type Able, can } from "#modules/tasks/web/public/can.ts";

import { statusQuery } from "../deliveries/queries.ts";

interface FailedTask {
  /** The creator's name. */
  creatorName: string;
  /** Whether the review window is running: only until the video is on YouTube. */
  expiring: boolean;
}

interface PublishFailedNoteProps {
  task: Pick<Task, "youtuber"> & Able & { publishFailed: boolean; reviewEndsAt: string | null };
}

/** Note on a task's card that publishing failed, with the next step. */
export function PublishFailedNote({ task }: PublishFailedNoteProps) {
  if (!task.publishFailed) return null;
  const failed = { creatorName: task.youtuber.name, expiring: task.reviewEndsAt !== null };
  return (
    <p className="mt-3 border-l-2 border-fault pl-3">
      {can(task, "publish")
        ? `Publishing failed. See why and continue${consequence(failed)}`
        : forOthers(failed)}
    </p>
  );
}

interface PublishFailedLineProps extends FailedTask {
  taskId: number;
  /** Whether the user may publish the task. */
  publishes: boolean;
}

/** Note in the preview of an approved version that publishing failed, with a link to the problem. */
export function PublishFailedLine({ taskId, publishes, ...failed }: PublishFailedLineProps) {
  const status = useQuery(statusQuery(taskId));
  if (!status.data?.publishFailed) return null;
  return (
    <p className="border-l-2 border-edge py-1 pl-4 text-soft">
      {!publishes ? (
        forOthers(failed)
      ) : (
        <>
          Publishing failed.{" "}
          <Link to={checkProgressPath(taskId)} className="link">
            See why
          </Link>{" "}
          and continue{consequence(failed)}
        </>
      )}
    </p>
  );
}

function consequence({ expiring }: FailedTask): string {
  return expiring
    ? " before the review window ends, or the video is deleted."
    : ". The uploaded video stays and is not uploaded again.";
}

function forOthers({ creatorName, expiring }: FailedTask): string {
  const action = expiring ? "No action needed unless the review window ends." : "No action needed.";
  return `Publishing failed, and ${creatorName} was notified. ${action}`;
}
