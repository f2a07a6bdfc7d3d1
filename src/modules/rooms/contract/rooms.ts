import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { watchingGuests } from "#core/permission.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { roomChange, roomState } from "./room-state.ts";
import { signal } from "./signals.ts";

/** A person or guest in one browser tab that watches in the room. */
export const participant = z.object({
  /** Chosen by the client, for each time that a tab joins. */
  id: z.uuid(),
  name: z.string(),
  isGuest: z.boolean(),
  /** False for those who look at something else. */
  follows: z.boolean(),
  /** Whether their player waits for data. */
  buffers: z.boolean(),
  /** Whether they ask to present. */
  asks: z.boolean(),
});
export type Participant = z.output<typeof participant>;

/** Reasons for the end of a room. */
export const endReasons = ["ended", "empty", "version_deleted", "task_ended"] as const;
export type EndReason = (typeof endReasons)[number];

export const room = z.object({
  id: z.uuid(),
  /** Increases with each change. Clients ignore a room with a lower one than they have. */
  sequence: z.number().int(),
  state: roomState,
  /** The participant who alone changes the state; null while everyone may. */
  presenter: z.uuid().nullable(),
  participants: z.array(participant),
  /** Address of the team's own call; null for none. */
  callUrl: z.string().nullable(),
  /** Id of the person who started it; null for guests. */
  startedBy: z.number().int().nullable(),
  endReason: z.enum(endReasons).nullable(),
});
export type Room = z.output<typeof room>;

/** A participant's command. */
export const command = z.discriminatedUnion("kind", [
  /** 409 `not_presenter` while someone else presents; guests don't change version and comparison (409 `members_only`). */
  z.object({ kind: z.literal("change"), change: roomChange }),
  /** Presents alone. Asks the presenter if there is one; members take over from a guest at once. */
  z.object({ kind: z.literal("present") }),
  /** Gives control to everyone, or withdraws the participant's own question. */
  z.object({ kind: z.literal("release") }),
  /** The presenter lets another participant present. */
  z.object({ kind: z.literal("hand_over"), to: z.uuid() }),
  /** Address of the team's call; null removes it. Not by guests (409 `members_only`). */
  z.object({ kind: z.literal("call"), url: z.httpUrl().max(500).nullable() }),
]);
export type RoomCommand = z.output<typeof command>;

/**
 * Increases with each request of a participant to the endpoint. A request with a number that is not above the last one changes nothing,
 * so that requests that are repeated or arrive late don't undo later ones.
 */
const number = z.number().int().positive().max(2_147_483_647);

/** Report of a participant, every 10 seconds and when it changes. Those who don't report for 30 seconds have left. */
export const presence = z.object({
  participant: z.uuid(),
  number,
  follows: z.boolean(),
  buffers: z.boolean(),
  /** Shortest measured round trip in milliseconds. */
  roundTrip: z.number().min(0).max(60_000),
});

const inTask = z.object({ id: taskIdText });
const inRoom = inTask.extend({ roomId: z.uuid() });
/** `linkId` is in the path of the guest's cookie. */
const atLink = z.object({ linkId: z.string() });
const inLinkedRoom = atLink.extend({ roomId: z.uuid() });

const sentCommand = z.object({ participant: z.uuid(), number, command });
const sentSignal = z.object({ participant: z.uuid(), signal });
const leaving = z.object({ participant: z.uuid() });
const roomTime = z.object({ time: z.number() });

export const roomsEndpoints = {
  taskRoom: endpoint({
    method: "GET",
    path: "/task/rooms/:id",
    permission: { task: "view" },
    summary: "The room in which a task's versions are watched together now, or null",
    params: inTask,
    response: room.nullable(),
    message: "Room loaded.",
  }),
  startRoom: endpoint({
    method: "POST",
    path: "/task/rooms/:id",
    permission: { task: "view" },
    summary: "Start a room on a version; returns the task's room if there is one",
    params: inTask,
    body: z.object({ version: z.number().int().positive(), frame: z.number().int().min(0) }),
    response: room,
    message: "Room started.",
  }),
  roomTime: endpoint({
    method: "GET",
    path: "/task/rooms/:id/:roomId/time",
    permission: { task: "view" },
    summary: "The time of all rooms, in milliseconds since 1970",
    params: inRoom,
    response: roomTime,
    message: "Time read.",
  }),
  reportPresence: endpoint({
    method: "PUT",
    path: "/task/rooms/:id/:roomId/presence",
    permission: { task: "view" },
    summary: "Join a room, or report that a participant is still there",
    params: inRoom,
    body: presence,
    response: room,
    message: "You're in the room.",
  }),
  sendCommand: endpoint({
    method: "POST",
    path: "/task/rooms/:id/:roomId/commands",
    permission: { task: "view" },
    summary: "Change what a room shows, or who presents",
    params: inRoom,
    body: sentCommand,
    response: room,
    message: "Room changed.",
  }),
  sendSignal: endpoint({
    method: "POST",
    path: "/task/rooms/:id/:roomId/signals",
    permission: { task: "view" },
    summary: "Show a pointer, a drawing or a frame to the other participants for a moment",
    params: inRoom,
    body: sentSignal,
    response: z.null(),
    message: "Signal sent.",
  }),
  leaveRoom: endpoint({
    method: "POST",
    path: "/task/rooms/:id/:roomId/leave",
    permission: { task: "view" },
    summary: "Leave a room; repeating it changes nothing",
    params: inRoom,
    body: leaving,
    response: z.null(),
    message: "You left the room.",
  }),
  endRoom: endpoint({
    method: "DELETE",
    path: "/task/rooms/:id/:roomId",
    permission: { task: "view" },
    summary: "End a room for everyone, as the person who started it or with the ability to manage the task",
    params: inRoom,
    response: z.null(),
    message: "Room ended.",
  }),
};

export const guestRoomsEndpoints = {
  linkRoom: endpoint({
    method: "GET",
    path: "/guest-review/:linkId/rooms",
    permission: watchingGuests,
    summary: "The room in which the version of a review link is watched together now, or null",
    params: atLink,
    response: room.nullable(),
    message: "Room loaded.",
  }),
  roomTimeForGuest: endpoint({
    method: "GET",
    path: "/guest-review/:linkId/rooms/:roomId/time",
    permission: watchingGuests,
    summary: "The time of all rooms, in milliseconds since 1970",
    params: inLinkedRoom,
    response: roomTime,
    message: "Time read.",
  }),
  reportGuestPresence: endpoint({
    method: "PUT",
    path: "/guest-review/:linkId/rooms/:roomId/presence",
    permission: watchingGuests,
    summary: "Join a room as a guest, or report that a guest is still there",
    params: inLinkedRoom,
    body: presence,
    response: room,
    message: "You're in the room.",
  }),
  sendGuestCommand: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/rooms/:roomId/commands",
    permission: watchingGuests,
    summary: "Change what a room shows, or who presents, as a guest",
    params: inLinkedRoom,
    body: sentCommand,
    response: room,
    message: "Room changed.",
  }),
  sendGuestSignal: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/rooms/:roomId/signals",
    permission: watchingGuests,
    summary: "Show a pointer, a drawing or a frame of a guest to the other participants for a moment",
    params: inLinkedRoom,
    body: sentSignal,
    response: z.null(),
    message: "Signal sent.",
  }),
  leaveRoomAsGuest: endpoint({
    method: "POST",
    path: "/guest-review/:linkId/rooms/:roomId/leave",
    permission: watchingGuests,
    summary: "Leave a room as a guest; repeating it changes nothing",
    params: inLinkedRoom,
    body: leaving,
    response: z.null(),
    message: "You left the room.",
  }),
};
