import type { ResponseOf } from "#core/endpoint.ts";
import type { ReadContext } from "#core/server/context.ts";
import type { startEndpoints } from "#modules/publishing/contract/start.ts";
import { taskFor } from "#modules/tasks/server/public/tasks.ts";

import { hasDetails } from "../deliveries/publishable.ts";
import { choiceFor } from "../destinations/choice.ts";

/**
 * Whether the publication of a task lacks nothing but an approved version and the publishing consent: its details are complete, and its
 * destinations connected.
 */
export async function readReadiness(
  ctx: ReadContext,
  taskId: number,
): Promise<ResponseOf<(typeof startEndpoints)["readiness"]>> {
  const task = await taskFor(ctx, taskId, "publish");
  const { chosen } = await choiceFor(ctx, task);
  const connected = chosen.length > 0 && chosen.every(({ brokenAt }) => brokenAt === null);
  const kinds = chosen.map(({ kind }) => kind);
  return { ready: connected && hasDetails(task, kinds) };
}
