import { Link } from "react-router";

import { previewPath } from "#core/paths.ts";
import type { Task } from "#modules/tasks/contract.ts";
import type { Side } from "#modules/tasks/rules.ts";
import { buttonClass } from "#ui/button-class.ts";

interface PreviewLinkProps {
  task: Pick<Task, "id" | "stage">;
  side: Side;
}

/** Link to the preview of a version that is in review or approved; the creator's next step during review. */
export function PreviewLink({ task, side }: PreviewLinkProps) {
  const { id, stage } = task;
  if (stage !== "in_review" && stage !== "approved") return null;
  const primary = stage === "in_review" && side === "creator";
  return (
    <Link to={previewPath(id)} className={buttonClass(primary ? "primary" : "outline", "small")}>
      Preview
    </Link>
  );
}
