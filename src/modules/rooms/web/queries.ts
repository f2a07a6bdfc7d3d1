import { queryOptions } from "@tanstack/react-query";

import { call } from "#core/web/client.ts";
import { guestRoomsEndpoints, type Room, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";

import { guestRoomKey, taskRoomKey } from "./query-keys.ts";
import type { RoomAccess } from "./sync/room-calls.ts";

/** Milliseconds between requests while a room is open: no message says who else joins or leaves it. */
const refreshEvery = 30_000;

/** The room that a user can join, or null. */
export function openRoomQuery(access: RoomAccess) {
  return queryOptions({
    queryKey: access.kind === "member" ? [...taskRoomKey, access.taskId] : [...guestRoomKey, access.linkId],
    queryFn: () => loadRoom(access),
    refetchInterval: ({ state: { data } }) => (data ? refreshEvery : false),
  });
}

async function loadRoom(access: RoomAccess): Promise<Room | null> {
  const { data } =
    access.kind === "member"
      ? await call(roomsEndpoints.taskRoom, { params: { id: access.taskId } })
      : await call(guestRoomsEndpoints.linkRoom, { params: { linkId: access.linkId } });
  return data?.endReason === null ? data : null;
}
