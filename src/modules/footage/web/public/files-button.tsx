import { Folder } from "lucide-react";
import { Link } from "react-router";

import { taskFilesPath } from "#core/paths.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { buttonClass } from "#ui/button-class.ts";

/** Leads to the files of a task. */
export function FilesButton({ task }: { task: Pick<Task, "id"> }) {
  return (
    <Link to={taskFilesPath(task.id)} className={buttonClass("quiet", "small", "first:-ml-3")}>
      <Folder aria-hidden className="size-3.5" />
      Files
    </Link>
  );
}
