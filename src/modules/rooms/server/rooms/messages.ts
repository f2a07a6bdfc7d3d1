import { type Context, guestChannel, type GuestChannel } from "#core/server/context.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";
import { guestRoomsChanged, roomChanged, roomsChanged } from "#modules/rooms/realtime-messages.ts";
import { audience } from "#modules/tasks/server/public/tasks.ts";

import type { NamedParticipant } from "./queries.ts";
import { watchingLinks } from "./viewers.ts";

/** The clients of participants. */
export function participantChannels(participants: readonly NamedParticipant[]): {
  personIds: number[];
  guests: GuestChannel[];
} {
  return {
    personIds: [...new Set(participants.flatMap(({ personId }) => personId ?? []))],
    guests: [
      ...new Set(
        participants.flatMap(({ linkId, guestId }) =>
          linkId === null || guestId === null ? [] : guestChannel(linkId, guestId),
        ),
      ),
    ],
  };
}

/** A room as guests see it: without ids of persons and the comparison with a version that their link doesn't include. */
export function roomForGuests(room: Room): Room {
  return { ...room, startedBy: null, state: { ...room.state, comparison: null } };
}

/** Sends a room to its participants. */
export function notifyParticipants(
  ctx: Context,
  room: Room,
  participants: readonly NamedParticipant[],
): void {
  const { personIds, guests } = participantChannels(participants);
  if (personIds.length > 0) ctx.notifyClients(personIds, roomChanged, { room });
  ctx.notifyGuests(guests, roomChanged, { room: roomForGuests(room) });
}

/** Lets the pages of a task load its room again, whose first participant has joined or last one has left, or which has ended. */
export async function notifyTaskPages(ctx: Context, taskId: number): Promise<void> {
  ctx.notifyClients(await audience(ctx, { id: taskId }), roomsChanged, { taskId });
  await notifyLinkPages(ctx, taskId);
}

/** Lets the pages of a task's links load its room again, which may show another version now. */
export async function notifyLinkPages(ctx: Context, taskId: number): Promise<void> {
  const links = await watchingLinks(ctx, taskId);
  ctx.notifyGuests(
    links.map(({ id }) => guestChannel(id)),
    guestRoomsChanged,
    {},
  );
}
