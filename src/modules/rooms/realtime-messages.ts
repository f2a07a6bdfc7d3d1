import { z } from "zod";

import { defineGuestMessage, defineRealtimeMessage } from "#core/event.ts";

import type { Room } from "./contract/rooms.ts";
import type { Signal } from "./contract/signals.ts";

/** A room was changed; to its participants. Only the type: every signed-in page loads this file. */
export const roomChanged = defineGuestMessage("room_changed", z.object({ room: z.custom<Room>() }));
/** A signal of another participant. */
export const roomSignal = defineGuestMessage(
  "room_signal",
  z.object({ roomId: z.uuid(), participant: z.uuid(), signal: z.custom<Signal>() }),
);
/** A room of the task was started, was left by everyone or has ended; to everyone who may see the task. */
export const roomsChanged = defineRealtimeMessage("rooms_changed", z.object({ taskId: z.number().int() }));
/** A room of the task was started, was left by everyone, has ended or shows another version; to the guests of its links who may join. */
export const guestRoomsChanged = defineGuestMessage("guest_rooms_changed", z.object({}));
