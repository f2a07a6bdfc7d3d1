import type { Issue } from "#core/error.ts";
import type { ReadContext } from "#core/server/context.ts";
import { videoOriginal } from "#modules/media/server/public/media.ts";
import { publishingError } from "#modules/publishing/contract/publishing.ts";
import type { DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { videoDescription, videoTitle } from "#modules/publishing/rules/details.ts";
import { textIssues } from "#modules/publishing/rules/text-limits.ts";
import { approvalsError } from "#modules/review/contract/approvals.ts";
import { approvedVersion, isApprovedByAll } from "#modules/review/server/public/review.ts";
import { allows, isCompleted } from "#modules/tasks/rules/stages.ts";
import { videoTags } from "#modules/tasks/rules/video-tags.ts";
import type { TaskRow } from "#modules/tasks/server/public/tasks.ts";

import { deliveriesOfTask } from "./queries.ts";

/**
 * The requirements of a start: an approved version and complete details. Throws what is missing. `deliveries` are those of
 * the version, `all` those of the task.
 */
export async function requirePublishable(ctx: ReadContext, task: TaskRow) {
  if (allows(task.stage, "publish") || isCompleted(task.stage)) throw publishingError("already_publishing");
  const version = await approvedVersion(ctx, task.id);
  if (!version || !allows(task.stage, "start_publishing")) throw publishingError("not_approved");
  if (!(await isApprovedByAll(ctx, task, version.number))) throw approvalsError("approvals_missing");
  const issues = taskIssues(task);
  if (issues.length > 0) throw publishingError("details_missing", { issues });
  const { videoId } = version;
  const all = await deliveriesOfTask(ctx.tx, task.id);
  const deliveries = all.filter((row) => row.videoId === videoId);
  return { version: version.number, videoId, all, deliveries, original: await videoOriginal(ctx, videoId) };
}

/** Throws unless title and description have the lengths that these platforms require. */
export function requireTexts(task: TaskRow, kinds: readonly DestinationKind[]): void {
  const issues = textIssues(kinds, task);
  const [first] = issues;
  if (first) throw publishingError("details_missing", { message: first.message, issues });
}

/** Whether title, description and tags are what these platforms require. */
export function hasDetails(task: TaskRow, kinds: readonly DestinationKind[]): boolean {
  return taskIssues(task).length === 0 && textIssues(kinds, task).length === 0;
}

/** The task form allows empty details, which the platform does not. */
function taskIssues(task: TaskRow): Issue[] {
  const fields = { title: videoTitle, description: videoDescription, tags: videoTags };
  return Object.entries(fields).flatMap(([path, shape]) => {
    const [issue] = shape.safeParse(task[path as keyof typeof fields]).error?.issues ?? [];
    return issue ? [{ path, message: issue.message }] : [];
  });
}
