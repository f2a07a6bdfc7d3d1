import { endpointAddress } from "#core/endpoint-address.ts";
import { call } from "#core/web/client.ts";
import {
  guestRoomsEndpoints,
  type Room,
  type RoomCommand,
  roomsEndpoints,
} from "#modules/rooms/contract/rooms.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";

/** The user's access to rooms: as a member of a task, or as a guest of a review link. */
export type RoomAccess = { kind: "member"; taskId: number } | { kind: "guest"; linkId: string };

/** Report of a participant. */
export interface Presence {
  participant: string;
  number: number;
  follows: boolean;
  buffers: boolean;
  roundTrip: number;
}

/** The calls of a participant in a room, which have other paths for guests. They throw like `call`. */
export interface RoomCalls {
  time: (signal: AbortSignal) => Promise<number>;
  report: (presence: Presence, signal: AbortSignal) => Promise<Room>;
  command: (sent: { participant: string; number: number; command: RoomCommand }) => Promise<Room>;
  signal: (sent: { participant: string; signal: Signal }) => Promise<void>;
  /** Also while the page is being closed. */
  leave: (participant: string) => void;
}

export function createRoomCalls(access: RoomAccess, roomId: string): RoomCalls {
  return access.kind === "member" ? memberCalls(access.taskId, roomId) : guestCalls(access.linkId, roomId);
}

function memberCalls(taskId: number, roomId: string): RoomCalls {
  const params = { id: String(taskId), roomId };
  return {
    time: async (signal) => (await call(roomsEndpoints.roomTime, { params }, { signal })).data.time,
    report: async (body, signal) =>
      (await call(roomsEndpoints.reportPresence, { params, body }, { signal })).data,
    command: async (body) => (await call(roomsEndpoints.sendCommand, { params, body })).data,
    signal: async (body) => void (await call(roomsEndpoints.sendSignal, { params, body })),
    leave: (participant) => sendLeave(endpointAddress(roomsEndpoints.leaveRoom, { params }), participant),
  };
}

function guestCalls(linkId: string, roomId: string): RoomCalls {
  const params = { linkId, roomId };
  return {
    time: async (signal) =>
      (await call(guestRoomsEndpoints.roomTimeForGuest, { params }, { signal })).data.time,
    report: async (body, signal) =>
      (await call(guestRoomsEndpoints.reportGuestPresence, { params, body }, { signal })).data,
    command: async (body) => (await call(guestRoomsEndpoints.sendGuestCommand, { params, body })).data,
    signal: async (body) => void (await call(guestRoomsEndpoints.sendGuestSignal, { params, body })),
    leave: (participant) =>
      sendLeave(endpointAddress(guestRoomsEndpoints.leaveRoomAsGuest, { params }), participant),
  };
}

/** The page need not wait for the response; a participant who doesn't report is removed after a while. */
function sendLeave(address: string, participant: string): void {
  fetch(address, {
    method: "POST",
    credentials: "include",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ participant }),
  }).catch(() => undefined);
}
