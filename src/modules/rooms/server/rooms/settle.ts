import type { Context } from "#core/server/context.ts";

import { changeRoom, endRoom } from "./change-room.ts";
import { loadRoom } from "./load-room.ts";
import { findOpenRoom, listPersonRoomTasks, lockRoom } from "./queries.ts";

/** Removes participants who have lost access from the room of a task, and ends it if its version can't be played any more. */
export async function settleRoom(ctx: Context, taskId: number): Promise<void> {
  const row = await lockOpenRoom(ctx, taskId);
  if (row) await changeRoom(ctx, row, null, (room) => ({ room }));
}

/** Like `settleRoom`, for the rooms in which a person participates and those of the tasks that they have created. */
export async function settlePersonRooms(ctx: Context, personId: number): Promise<void> {
  for (const taskId of await listPersonRoomTasks(ctx.tx, personId)) await settleRoom(ctx, taskId);
}

/** Ends the room of a task, if there is one. */
export async function endTaskRoom(
  ctx: Context,
  taskId: number,
  reason: "task_ended" | "empty",
): Promise<void> {
  const row = await lockOpenRoom(ctx, taskId);
  if (row) await endRoom(ctx, await loadRoom(ctx, row), reason);
}

async function lockOpenRoom(ctx: Context, taskId: number) {
  const open = await findOpenRoom(ctx.tx, taskId);
  const row = open && (await lockRoom(ctx.tx, { id: open.id, taskId }));
  return row?.endReason === null ? row : null;
}
