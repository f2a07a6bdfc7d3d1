import { ExternalLink } from "lucide-react";
import { Link } from "react-router";

import { checkProgressPath, taskUpdatePath } from "#core/paths.ts";
import type { PublishingStatus } from "#modules/publishing/contract/deliveries.ts";
import type { Task } from "#modules/tasks/contract.ts";
import type { Side } from "#modules/tasks/rules.ts";
import { buttonClass } from "#ui/button-class.ts";

interface PublishingLinksProps {
  task: Task & PublishingStatus;
  side: Side;
}

/** The creator's links from a task to the screens that publish it, and everyone's link to the published video. */
export function PublishingLinks({ task, side }: PublishingLinksProps) {
  return (
    <>
      {side === "creator" && <CreatorLinks task={task} />}
      {task.watchUrl && (
        <a href={task.watchUrl} target="_blank" rel="noreferrer" className={buttonClass("outline", "small")}>
          Watch
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only"> {task.taskTitle} (opens in a new tab)</span>
        </a>
      )}
    </>
  );
}

function CreatorLinks({ task }: Pick<PublishingLinksProps, "task">) {
  const { id, stage, publishFailed } = task;
  if (stage === "publishing") return <ScreenLink to={checkProgressPath(id)} label="Check progress" />;
  if (stage !== "approved") return null;
  return (
    <>
      {publishFailed && <ScreenLink to={checkProgressPath(id)} label="See why" primary />}
      <ScreenLink to={taskUpdatePath(id)} label="Publish details" primary={!publishFailed} />
    </>
  );
}

function ScreenLink({ to, label, primary = false }: { to: string; label: string; primary?: boolean }) {
  return (
    <Link to={to} className={buttonClass(primary ? "primary" : "outline", "small")}>
      {label}
    </Link>
  );
}
