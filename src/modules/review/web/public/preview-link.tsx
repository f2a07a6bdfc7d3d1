import { Link } from "react-router";

import { previewPath } from "#core/paths.ts";
import type { Task } from "#modules/tasks/contract.ts";
import type { Side, Stage } from "#modules/tasks/rules.ts";
import { buttonClass } from "#ui/button-class.ts";

const previewed: ReadonlySet<Stage> = new Set(["in_review", "approved", "publishing", "published"]);

interface PreviewLinkProps {
  task: Pick<Task, "id" | "stage">;
  side: Side;
}

/** Link to the preview of a version that is in review, approved or published; the creator's next step during review. */
export function PreviewLink({ task, side }: PreviewLinkProps) {
  const { id, stage } = task;
  if (!previewed.has(stage)) return null;
  const primary = stage === "in_review" && side === "creator";
  return (
    <Link to={previewPath(id)} className={buttonClass(primary ? "primary" : "outline", "small")}>
      Preview
    </Link>
  );
}
