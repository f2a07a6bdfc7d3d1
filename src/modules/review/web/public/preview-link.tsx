import { Link } from "react-router";

import { previewPath } from "#core/paths.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { buttonClass } from "#ui/button-class.ts";

const previewed: ReadonlySet<Stage> = new Set(["in_review", "approved", "publishing", "published"]);

interface PreviewLinkProps {
  task: Pick<Task, "id" | "stage" | "abilities">;
}

/** Link to the preview of a version that is in review, approved or published; the next step during review for those who decide. */
export function PreviewLink({ task }: PreviewLinkProps) {
  const { id, stage } = task;
  if (!previewed.has(stage)) return null;
  const primary = stage === "in_review" && can(task, "decide");
  return (
    <Link to={previewPath(id)} className={buttonClass(primary ? "primary" : "outline", "small")}>
      Preview
    </Link>
  );
}
