import { checkProgressPath, taskUpdatePath, videoResultsPath } from "#core/paths.ts";
import type { PublishingStatus } from "#modules/publishing/contract/deliveries.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { can } from "#modules/tasks/web/public/can.ts";

import { LinkButton } from "../link-button.tsx";
import { NewTabLink } from "../new-tab-link.tsx";

interface PublishingLinksProps {
  task: Task & PublishingStatus;
}

/**
 * The links from a task to the screens that publish it for those who may, and everyone's links to the published video and its
 * results.
 */
export function PublishingLinks({ task }: PublishingLinksProps) {
  const user = useUser();
  const publishes = can(task, "publish");
  return (
    <>
      {publishes && !task.isCompleted && <CreatorLinks task={task} />}
      {task.watchUrl && (
        <NewTabLink
          href={task.watchUrl}
          variant="outline"
          size="small"
          about={` ${task.taskTitle}`}
          label="Watch"
        />
      )}
      {user && task.isCompleted && task.watchUrl && (
        <LinkButton
          to={videoResultsPath(user.role, task.id)}
          size="small"
          label="Results"
          about={` of ${task.taskTitle}`}
        />
      )}
      {publishes && task.isCompleted && (
        <LinkButton
          to={taskUpdatePath(task.id)}
          size="small"
          label="Edit details"
          about={` of ${task.taskTitle}`}
        />
      )}
    </>
  );
}

function CreatorLinks({ task: { id, stage, publishFailed } }: Pick<PublishingLinksProps, "task">) {
  const progress = checkProgressPath(id);
  if (stage === "publishing") {
    return <LinkButton to={progress} size="small" label="Check progress" />;
  }
  if (stage !== "approved") return null;
  return (
    <>
      {publishFailed && <LinkButton to={progress} variant="primary" size="small" label="See why" />}
      <LinkButton
        to={taskUpdatePath(id)}
        variant={publishFailed ? "outline" : "primary"}
        size="small"
        label="Publish details"
      />
    </>
  );
}
