import type { Context } from "#core/server/context.ts";
import { lockTask, noteOnTask } from "#modules/tasks/server/actions.ts";

import { listVersions } from "./store.ts";

/**
 * Notes on the card what has become of the newest upload, from its row: while it is being made watchable, and where it
 * was refused. What a former editor sent is nothing to the present one.
 */
export async function noteArrival(ctx: Context, taskId: number): Promise<void> {
  const { editorId } = await lockTask(ctx, taskId);
  const [newest] = await listVersions(ctx.tx, taskId);
  const told = newest?.editorId === editorId && (newest.state === "preparing" || newest.state === "refused");
  const arrival = told
    ? { version: newest.number, fileName: newest.fileName, refusal: newest.refusal }
    : null;
  await noteOnTask(ctx, taskId, { arrival });
}
