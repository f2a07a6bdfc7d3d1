import { randomUUID } from "node:crypto";

import { sql } from "drizzle-orm";

import type { Database } from "#core/server/database.ts";
import { guestEndpoints, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import type { RoomChange } from "#modules/rooms/contract/room-state.ts";
import { guestRoomsEndpoints, type RoomCommand, roomsEndpoints } from "#modules/rooms/contract/rooms.ts";
import type { Signal } from "#modules/rooms/contract/signals.ts";

import { type Client, createClient, inProcess } from "./client.ts";
import type { TestApp } from "./start-app.ts";

interface Presence {
  follows?: boolean;
  buffers?: boolean;
  roundTrip?: number;
  number?: number;
}

/** A tab of a member in a room, which numbers its requests. */
export function roomMember({ call }: Client, { taskId, roomId }: { taskId: number; roomId: string }) {
  const params = { id: taskId, roomId };
  const tab = createTab();
  return {
    participant: tab.participant,
    report: (presence: Presence = {}) =>
      call(roomsEndpoints.reportPresence, { params, body: tab.presence(presence) }),
    command: (command: RoomCommand, number?: number) =>
      call(roomsEndpoints.sendCommand, { params, body: tab.command(command, number) }),
    change: (change: RoomChange) =>
      call(roomsEndpoints.sendCommand, { params, body: tab.command({ kind: "change", change }) }),
    signal: (signal: Signal) =>
      call(roomsEndpoints.sendSignal, { params, body: { participant: tab.participant, signal } }),
    leave: () => call(roomsEndpoints.leaveRoom, { params, body: { participant: tab.participant } }),
  };
}

/** A tab of a guest in a room. */
export function roomGuest({ call }: Client, params: { linkId: string; roomId: string }) {
  const tab = createTab();
  return {
    participant: tab.participant,
    report: (presence: Presence = {}) =>
      call(guestRoomsEndpoints.reportGuestPresence, { params, body: tab.presence(presence) }),
    command: (command: RoomCommand) =>
      call(guestRoomsEndpoints.sendGuestCommand, { params, body: tab.command(command) }),
    change: (change: RoomChange) =>
      call(guestRoomsEndpoints.sendGuestCommand, { params, body: tab.command({ kind: "change", change }) }),
    signal: (signal: Signal) =>
      call(guestRoomsEndpoints.sendGuestSignal, { params, body: { participant: tab.participant, signal } }),
    leave: () =>
      call(guestRoomsEndpoints.leaveRoomAsGuest, { params, body: { participant: tab.participant } }),
  };
}

function createTab() {
  const participant = randomUUID();
  let [reports, commands] = [0, 0];
  return {
    participant,
    presence: ({ number, ...presence }: Presence) => ({
      participant,
      number: number ?? (reports += 1),
      follows: true,
      buffers: false,
      roundTrip: 40,
      ...presence,
    }),
    command: (command: RoomCommand, number?: number) => ({
      participant,
      number: number ?? (commands += 1),
      command,
    }),
  };
}

/** A guest who has opened a new link to the version in review. */
export async function openGuestLink(
  app: Pick<TestApp, "app" | "nobody">,
  { creator, taskId }: { creator: Client; taskId: number },
  settings: { mayWatchTogether?: boolean; password?: string; expiresAt?: string } = {},
): Promise<Client & { linkId: string; cookie: string }> {
  const body = { mayComment: true, ...settings };
  const { data } = await creator.call(guestLinkEndpoints.createGuestLink, { params: { id: taskId }, body });
  const { id: linkId, path } = data;
  const visitor = { secret: path?.split("#")[1] ?? "", name: "Anna", password: settings.password };
  const params = { linkId };
  const { cookie = "" } = await app.nobody.call(guestEndpoints.openGuestLink, { params, body: visitor });
  return { ...createClient(inProcess(app.app), cookie), linkId, cookie };
}

/** Moves everything that has happened in the rooms back, so that their time passes without waiting. */
export async function passRoomTime(db: Database, milliseconds: number): Promise<void> {
  const shift = sql`make_interval(secs => ${milliseconds / 1000}::float8)`;
  await db.execute(sql`update room_participants set joined_at = joined_at - ${shift}, seen_at = seen_at - ${shift},
    spared_at = spared_at - ${shift}`);
  await db.execute(sql`update rooms set started_at = started_at - ${shift}, changed_at = changed_at - ${shift},
    ended_at = ended_at - ${shift},
    state = state || jsonb_build_object('startsAt', (state ->> 'startsAt')::float8 - ${milliseconds}::float8)
      || case when jsonb_typeof(state -> 'waiting') = 'object' then jsonb_build_object('waiting', (state -> 'waiting')
        || jsonb_build_object('until', (state -> 'waiting' ->> 'until')::float8 - ${milliseconds}::float8)) else '{}' end`);
}
