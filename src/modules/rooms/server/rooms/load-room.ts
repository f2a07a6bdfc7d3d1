import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import { playableFrames } from "#modules/review/server/public/review.ts";
import { roomsError } from "#modules/rooms/contract/errors.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";
import type { OpenRoom, Watcher } from "#modules/rooms/rules/open-room.ts";
import type { Timing } from "#modules/rooms/rules/room-state.ts";

import type { RoomRow } from "../tables.ts";
import { type NamedParticipant, readAttendance } from "./queries.ts";
import { readAccess, type RoomAccess } from "./viewers.ts";

/** A room as it is stored, with what decides how it goes on. */
export interface LoadedRoom {
  row: RoomRow;
  rows: readonly NamedParticipant[];
  access: RoomAccess;
  /** Room time in milliseconds. */
  time: number;
  /** Frames of its version; null once its video can't be played any more. */
  timing: Timing | null;
}

/** Reads a room; in a transaction that changes it, after it was locked. */
export async function loadRoom(ctx: ReadContext, row: RoomRow): Promise<LoadedRoom> {
  const { id, taskId, state } = row;
  const attendance = await readAttendance(ctx.tx, id);
  if (!attendance) throw roomsError("room_not_found");
  const { rows, time } = attendance;
  const withGuests = rows.some(({ guestId }) => guestId !== null) || ctx.guest !== undefined;
  const [timing, access] = await together([
    readTiming(ctx, { taskId, number: state.version }),
    readAccess(ctx, taskId, { withGuests }),
  ]);
  return { row, rows, access, time, timing };
}

/** Frames of a version that can be played; null otherwise. */
export async function readTiming(
  ctx: ReadContext,
  version: { taskId: number; number: number },
): Promise<Timing | null> {
  const playable = await playableFrames(ctx, version);
  if (!playable) return null;
  const { frames } = playable;
  return frames ? { rate: frames.rate, last: Math.max(0, frames.frames - 1) } : unknownTiming;
}

/** Of a video that was not probed. */
const unknownTiming: Timing = { rate: { num: 25, den: 1 }, last: 2_147_483_647 };

/** The room as the rules see it, with all stored participants. */
export function openRoomFrom({ row, rows }: Pick<LoadedRoom, "row" | "rows">): OpenRoom {
  const { state, presenter, callUrl } = row;
  return { state, presenter, callUrl, watchers: rows.map(watcherFrom) };
}

function watcherFrom(row: NamedParticipant): Watcher {
  const { id, follows, buffers, asks, roundTrip, lastCommand, lastReport } = row;
  return {
    id,
    follows,
    buffers,
    asks,
    roundTrip,
    lastCommand,
    lastReport,
    isGuest: row.guestId !== null,
    seenAt: row.seenAt.getTime(),
    sparedAt: row.sparedAt?.getTime() ?? null,
  };
}

/** A room as members see it. `names` are those of the participants by id. */
export function presentRoom(
  { id, sequence, startedBy, endReason }: Pick<RoomRow, "id" | "sequence" | "startedBy" | "endReason">,
  { state, presenter, callUrl, watchers }: OpenRoom,
  names: ReadonlyMap<string, string>,
): Room {
  const participants = watchers.map((watcher) => ({
    id: watcher.id,
    name: names.get(watcher.id) ?? "",
    isGuest: watcher.isGuest,
    follows: watcher.follows,
    buffers: watcher.buffers,
    asks: watcher.asks,
  }));
  return { id, sequence, state, presenter, participants, callUrl, startedBy, endReason };
}
