import type { ReadContext } from "#core/server/context.ts";
import type { PublishingStatus } from "#modules/publishing/contract/deliveries.ts";
import { publishingStatusOf } from "#modules/publishing/rules/status.ts";
import { approvedVersion } from "#modules/review/server/actions.ts";
import { taskFor } from "#modules/tasks/server/actions.ts";

import { deliveriesOfTask } from "../queries.ts";

/** The publishing status of the actor's task. */
export async function readStatus(ctx: ReadContext, taskId: number): Promise<PublishingStatus> {
  const { stage } = await taskFor(ctx, taskId);
  const version = await approvedVersion(ctx, taskId);
  const [leading] = await deliveriesOfTask(ctx.tx, taskId);
  return publishingStatusOf(stage, leading ?? null, version?.videoId ?? null);
}
