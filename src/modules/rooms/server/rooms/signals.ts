import type { ReadContext } from "#core/server/context.ts";
import { endCode, roomsError } from "#modules/rooms/contract/errors.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";
import { roomSignal } from "#modules/rooms/realtime-messages.ts";
import { isPresent } from "#modules/rooms/rules/open-room.ts";

import type { RoomsDependencies } from "../dependencies.ts";
import { participantChannels } from "./messages.ts";
import { readAttendance } from "./queries.ts";
import { hasAccess, isViewer, readAccess, requireMember, type Viewer } from "./viewers.ts";

/** Sends a signal of a participant of the viewer to the others in the room. 404 `not_in_room`. */
export async function sendSignal(
  ctx: ReadContext,
  { notifyClients, notifyGuests }: Pick<RoomsDependencies, "notifyClients" | "notifyGuests">,
  viewer: Viewer,
  { roomId, participant, signal }: { roomId: string; participant: string; signal: Signal },
): Promise<null> {
  const { taskId } = viewer;
  const room = await readAttendance(ctx.tx, roomId);
  const rows = room?.rows ?? [];
  const access = await readAccess(ctx, taskId, { withGuests: rows.some(({ guestId }) => guestId !== null) });
  await requireMember(ctx, viewer, access);
  if (room?.taskId !== taskId) throw roomsError("room_not_found");
  if (room.endReason) throw roomsError(endCode(room.endReason));
  if (!rows.some((each) => each.id === participant && isViewer(viewer, each)))
    throw roomsError("not_in_room");
  const others = rows.filter(
    (each) =>
      each.id !== participant &&
      isPresent({ seenAt: each.seenAt.getTime() }, room.time) &&
      hasAccess(access, each, room.version),
  );
  const { personIds, guests } = participantChannels(others);
  const message = { roomId, participant, signal };
  if (personIds.length > 0) notifyClients(personIds, roomSignal, message);
  notifyGuests(guests, roomSignal, message);
  return null;
}
