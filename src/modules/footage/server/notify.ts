import type { Context } from "#core/server/context.ts";
import { footageChanged } from "#modules/footage/realtime-messages.ts";
import { audience } from "#modules/tasks/server/public/tasks.ts";

/** Makes open clients of everybody with access to the task read its files again. */
export async function notifyFootageClients(ctx: Context, taskId: number): Promise<void> {
  ctx.notifyClients(await audience(ctx, { id: taskId }), footageChanged, { taskId });
}
