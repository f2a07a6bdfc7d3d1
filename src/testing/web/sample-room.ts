import { noGuides } from "#modules/media/contract/guides.ts";
import { wholePicture } from "#modules/media/contract/picture-view.ts";
import type { RoomState } from "#modules/rooms/contract/room-state.ts";
import {
  guestRoomsEndpoints,
  type Participant,
  type Room,
  type RoomCommand,
  roomsEndpoints,
} from "#modules/rooms/contract/rooms.ts";
import { roomChanged } from "#modules/rooms/realtime-messages.ts";

import type { FakeApi } from "./fake-api.ts";
import type { Screen } from "./open-screen.tsx";
import { anika, meera } from "./samples.ts";

export const dev: Participant = {
  id: "7d0c33e8-5f0c-4c57-9d0c-3f6f6d0f7a11",
  name: "Dev Malhotra",
  isGuest: false,
  follows: true,
  buffers: false,
  asks: false,
};

const state: RoomState = {
  version: 1,
  playing: false,
  frame: 0,
  speed: 1,
  loop: null,
  comparison: null,
  view: wholePicture,
  guides: noGuides,
  startsAt: 0,
  waiting: null,
};

/** A room that `dev` has started on the first frame of version 1. */
export function sampleRoom(change: Partial<Room> = {}): Room {
  return {
    id: "3f0c33e8-5f0c-4c57-9d0c-3f6f6d0f7a22",
    sequence: 1,
    state,
    presenter: null,
    participants: [dev],
    callUrl: null,
    startedBy: anika.id,
    endReason: null,
    ...change,
  };
}

/**
 * The server's part of a room: the participant of the page joins, changes and leaves it. Who presents and asks is up to the test, which sends
 * it to the page with `change`.
 */
export function answerRoom(
  { api, realtime }: Pick<Screen, "realtime"> & { api: FakeApi },
  first: Room | null,
) {
  let room = first;
  let name = "meera";
  const changed = (next: Partial<Room>): Room => {
    room = { ...(room ?? sampleRoom({ participants: [] })), ...next, sequence: (room?.sequence ?? 0) + 1 };
    return room;
  };
  const joins = (id: string, isGuest: boolean, follows: boolean) => {
    const others = room?.participants.filter((one) => one.id !== id) ?? [];
    const before = room?.participants.find((one) => one.id === id);
    const me = before ?? { ...dev, id, name, isGuest };
    return changed({ participants: [...others, { ...me, follows }] });
  };
  const leaves = (id: string) => {
    changed({ participants: room?.participants.filter((one) => one.id !== id) ?? [] });
    return null;
  };
  api.on(roomsEndpoints.taskRoom, () => room);
  api.on(guestRoomsEndpoints.linkRoom, () => room);
  const starts = api.on(
    roomsEndpoints.startRoom,
    ({ body }) => room ?? changed({ startedBy: meera.id, state: { ...state, ...body } }),
  );
  const reports = api.on(roomsEndpoints.reportPresence, ({ body }) =>
    joins(body.participant, false, body.follows),
  );
  api.on(guestRoomsEndpoints.reportGuestPresence, ({ body }) => joins(body.participant, true, body.follows));
  const commanded = (command: RoomCommand): Room => {
    if (command.kind !== "change") return changed({});
    return changed({ state: { ...state, ...room?.state, ...command.change } as RoomState });
  };
  const commands = api.on(roomsEndpoints.sendCommand, ({ body }) => commanded(body.command));
  const guestCommands = api.on(guestRoomsEndpoints.sendGuestCommand, ({ body }) => commanded(body.command));
  const signals = api.on(roomsEndpoints.sendSignal, () => null);
  api.on(guestRoomsEndpoints.sendGuestSignal, () => null);
  api.on(roomsEndpoints.roomTime, () => ({ time: Date.now() }));
  api.on(guestRoomsEndpoints.roomTimeForGuest, () => ({ time: Date.now() }));
  const leavings = api.on(roomsEndpoints.leaveRoom, ({ body }) => leaves(body.participant));
  api.on(guestRoomsEndpoints.leaveRoomAsGuest, ({ body }) => leaves(body.participant));
  const ends = api.on(roomsEndpoints.endRoom, () => null);
  return {
    starts,
    reports,
    commands,
    guestCommands,
    signals,
    leavings,
    ends,
    /** Name of the page's participant from the next report on. */
    setName: (next: string) => {
      name = next;
    },
    /** The room as the page has last been told. */
    current: () => room,
    /** The participant of the page. */
    me: () => room?.participants.find((one) => one.name === name)?.id ?? "",
    /** Changes the room and sends it to the page. */
    change: (next: Partial<Room>) => realtime.send(roomChanged, { room: changed(next) }),
  };
}
