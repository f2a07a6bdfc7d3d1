import type { ReadContext } from "#core/server/context.ts";
import { roomsError } from "#modules/rooms/contract/errors.ts";
import { endCode } from "#modules/rooms/contract/errors.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";
import { roomSignal } from "#modules/rooms/realtime-messages.ts";
import { isPresent } from "#modules/rooms/rules/open-room.ts";

import type { RoomsDependencies } from "../dependencies.ts";
import { participantChannels } from "./messages.ts";
import { findRoom, listParticipants, readRoomTime } from "./queries.ts";
import { hasAccess, isViewer, readAccess, type Viewer } from "./viewers.ts";

/** Sends a signal of a participant of the viewer to the others in the room. 404 `not_in_room`. */
export async function sendSignal(
  ctx: ReadContext,
  { notifyClients, notifyGuests }: Pick<RoomsDependencies, "notifyClients" | "notifyGuests">,
  viewer: Viewer,
  { roomId, participant, signal }: { roomId: string; participant: string; signal: Signal },
): Promise<null> {
  const { taskId } = viewer;
  const [row, rows, time] = await Promise.all([
    findRoom(ctx.tx, { id: roomId, taskId }),
    listParticipants(ctx.tx, roomId),
    readRoomTime(ctx.tx),
  ]);
  if (!row) throw roomsError("room_not_found");
  if (row.endReason) throw roomsError(endCode(row.endReason));
  if (!rows.some((each) => each.id === participant && isViewer(viewer, each)))
    throw roomsError("not_in_room");
  const access = await readAccess(ctx, taskId, { withGuests: rows.some(({ guestId }) => guestId !== null) });
  const others = rows.filter(
    (each) =>
      each.id !== participant &&
      isPresent({ seenAt: each.seenAt.getTime() }, time) &&
      hasAccess(access, each, row.state.version),
  );
  const { personIds, guests } = participantChannels(others);
  const message = { roomId, participant, signal };
  if (personIds.length > 0) notifyClients(personIds, roomSignal, message);
  notifyGuests(guests, roomSignal, message);
  return null;
}
