import type { Context } from "#core/server/context.ts";
import { roomsError } from "#modules/rooms/contract/errors.ts";
import type { RoomCommand } from "#modules/rooms/contract/rooms.ts";
import { applyCommand } from "#modules/rooms/rules/commands.ts";
import type { Timing } from "#modules/rooms/rules/room-state.ts";

import { lockViewerRoom } from "./attendance.ts";
import { changeRoom, type ChangeResult, type RoomInChange } from "./change-room.ts";
import { readTiming } from "./load-room.ts";
import { isViewer, type Viewer } from "./viewers.ts";

/**
 * Carries out a command of a participant of the viewer. 404 `not_in_room`, 409 `version_not_playable`, and the errors of
 * `applyCommand`.
 */
export async function sendCommand(
  ctx: Context,
  viewer: Viewer,
  sent: { roomId: string; participant: string; number: number; command: RoomCommand },
): Promise<ChangeResult> {
  const { roomId, participant, number, command } = sent;
  const row = await lockViewerRoom(ctx, viewer, roomId);
  if (row.endReason) return { endReason: row.endReason };
  return changeRoom(ctx, row, viewer, async (room, loaded) => {
    const isOwn = loaded.rows.some((each) => each.id === participant && isViewer(viewer, each));
    if (!isOwn) throw roomsError("not_in_room");
    const nextTiming = await timingAfter(ctx, viewer, loaded, command);
    const context = { by: participant, number, command, nextTiming };
    const next = applyCommand(room, { ...loaded, ...context });
    if (typeof next === "string") throw roomsError(next);
    return { room: next };
  });
}

/** Frames of the version that a command switches to. Guests switch none. */
async function timingAfter(
  ctx: Context,
  { taskId, guestId }: Viewer,
  { row, timing }: RoomInChange,
  command: RoomCommand,
): Promise<Timing> {
  if (command.kind !== "change" || guestId !== null) return timing;
  const { version = row.state.version, comparison } = command.change;
  if (comparison && !(await readTiming(ctx, { taskId, number: comparison.version }))) {
    throw roomsError("version_not_playable");
  }
  const next = version === row.state.version ? timing : await readTiming(ctx, { taskId, number: version });
  if (!next) throw roomsError("version_not_playable");
  return next;
}
