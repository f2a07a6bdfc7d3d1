import { isDeepStrictEqual } from "node:util";

import type { Context } from "#core/server/context.ts";
import type { EndReason, Room } from "#modules/rooms/contract/rooms.ts";
import { withoutWatchers } from "#modules/rooms/rules/attendance.ts";
import { isPresent, type OpenRoom, type Watcher } from "#modules/rooms/rules/open-room.ts";
import type { Timing } from "#modules/rooms/rules/room-state.ts";

import type { ParticipantRow, RoomRow } from "../tables.ts";
import { type LoadedRoom, loadRoom, openRoomFrom, presentRoom, readTiming } from "./load-room.ts";
import { notifyLinkPages, notifyParticipants, notifyTaskPages } from "./messages.ts";
import {
  deleteParticipants,
  insertParticipant,
  type NamedParticipant,
  updateParticipant,
  updateRoom,
} from "./queries.ts";
import { hasAccess, requireMember, type Viewer } from "./viewers.ts";

/** A locked room while it is changed, with the frames of its version. */
export interface RoomInChange extends LoadedRoom {
  timing: Timing;
}

/** A participant who joins, with the room as it is then. */
interface Joining {
  personId: number | null;
  guestId: string | null;
  linkId: string | null;
  name: string;
}

/** A changed room; `joining` is the viewer of its new participant. */
export interface NextRoom {
  room: OpenRoom;
  joining?: Joining;
}

/** A changed room, or the reason for its end. */
export type ChangeResult = { room: Room } | { endReason: EndReason };

/**
 * Changes a locked room for a viewer, or for the server itself: participants without access or who have left are removed before, then
 * the room is stored with its next sequence and sent to its participants, if they see a difference. Instead, the room ends if its
 * version can't be played any more.
 */
export async function changeRoom(
  ctx: Context,
  row: RoomRow,
  viewer: Viewer | null,
  change: (room: OpenRoom, loaded: RoomInChange) => NextRoom | Promise<NextRoom>,
): Promise<ChangeResult> {
  const loaded = await loadRoom(ctx, row);
  if (viewer) await requireMember(ctx, viewer, loaded.access);
  const playable = await onPlayableVersion(ctx, loaded);
  if (!playable) {
    await endRoom(ctx, loaded, "version_deleted");
    return { endReason: "version_deleted" };
  }
  const inChange = { ...loaded, timing: playable.timing };
  const { room: changed, joining } = await change(remaining(playable.room, inChange), inChange);
  const next = withoutOtherVersions(changed, inChange);
  return { room: await storeRoom(ctx, inChange, next, joining) };
}

/** The room on its version, or on the one that it was compared with if only that can be played; null if none can. */
async function onPlayableVersion(
  ctx: Context,
  loaded: LoadedRoom,
): Promise<{ room: OpenRoom; timing: Timing } | null> {
  const room = openRoomFrom(loaded);
  if (loaded.timing) return { room, timing: loaded.timing };
  const number = room.state.comparison?.version;
  const timing = number === undefined ? null : await readTiming(ctx, { taskId: loaded.row.taskId, number });
  if (number === undefined || !timing) return null;
  const { frame } = room.state;
  const paused = { playing: false, waiting: null, startsAt: loaded.time, loop: null, comparison: null };
  const state = { ...room.state, ...paused, version: number, frame: Math.min(frame, timing.last) };
  return { room: { ...room, state }, timing };
}

function remaining(room: OpenRoom, loaded: RoomInChange): OpenRoom {
  const { time } = loaded;
  const hasLeft = (watcher: Watcher) =>
    !isPresent(watcher, time) || !mayWatch(loaded, watcher.id, room.state.version);
  return withoutWatchers(room, hasLeft, loaded);
}

/** Guests can't follow to a version that their link doesn't include. */
function withoutOtherVersions(room: OpenRoom, loaded: RoomInChange): OpenRoom {
  if (room.state.version === loaded.row.state.version) return room;
  const isKnown = (id: string) => loaded.rows.some((row) => row.id === id);
  return withoutWatchers(room, ({ id }) => isKnown(id) && !mayWatch(loaded, id, room.state.version), loaded);
}

function mayWatch({ rows, access }: LoadedRoom, id: string, version: number): boolean {
  const row = rows.find((each) => each.id === id);
  return row !== undefined && hasAccess(access, row, version);
}

async function storeRoom(
  ctx: Context,
  loaded: RoomInChange,
  next: OpenRoom,
  joining: Joining | undefined,
): Promise<Room> {
  const { row, time } = loaded;
  await storeParticipants(ctx, loaded, next, joining);
  const named = namedParticipants(loaded, next, joining);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const stored = { ...row, sequence: row.sequence + 1 };
  const before = presentRoom(row, openRoomFrom(loaded), names);
  const unchanged = presentRoom(row, next, names);
  if (isDeepStrictEqual(before, unchanged)) return unchanged;
  const { state, presenter, callUrl } = next;
  const changed = { state, presenter, callUrl, sequence: stored.sequence, changedAt: new Date(time) };
  await updateRoom(ctx.tx, row.id, changed);
  const room = presentRoom(stored, next, names);
  notifyParticipants(ctx, room, named);
  const isFirst = joining !== undefined && named.length === 1;
  if (isFirst || named.length === 0) await notifyTaskPages(ctx, row.taskId);
  else if (state.version !== row.state.version) await notifyLinkPages(ctx, row.taskId);
  return room;
}

async function storeParticipants(
  ctx: Context,
  { row, rows, time }: RoomInChange,
  { watchers }: OpenRoom,
  joining: Joining | undefined,
): Promise<void> {
  const gone = rows.filter(({ id }) => !watchers.some((watcher) => watcher.id === id));
  const goneIds = gone.map(({ id }) => id);
  if (goneIds.length > 0) await deleteParticipants(ctx.tx, row.id, goneIds);
  for (const watcher of watchers) {
    const before = rows.find(({ id }) => id === watcher.id);
    const columns = participantColumns(row.id, watcher);
    if (before) {
      if (!isStored(before, columns)) await updateParticipant(ctx.tx, columns);
    } else if (joining) {
      const { personId, guestId } = joining;
      await insertParticipant(ctx.tx, { ...columns, personId, guestId, joinedAt: new Date(time) });
    }
  }
}

type ParticipantColumns = Omit<ParticipantRow, "personId" | "guestId" | "joinedAt">;

function participantColumns(roomId: string, watcher: Watcher): ParticipantColumns {
  const { isGuest: _isGuest, seenAt, sparedAt, ...same } = watcher;
  return {
    ...same,
    roomId,
    seenAt: new Date(seenAt),
    sparedAt: sparedAt === null ? null : new Date(sparedAt),
  };
}

function isStored(before: NamedParticipant, columns: ParticipantColumns): boolean {
  return (Object.keys(columns) as (keyof ParticipantColumns)[]).every((key) =>
    isDeepStrictEqual(before[key], columns[key]),
  );
}

/** The participants of the changed room with their names, and where messages reach them. */
function namedParticipants(
  { rows, row }: RoomInChange,
  { watchers }: OpenRoom,
  joining: Joining | undefined,
): NamedParticipant[] {
  return watchers.flatMap((watcher) => {
    const before = rows.find(({ id }) => id === watcher.id);
    if (before) return before;
    const joined = { joinedAt: new Date(watcher.seenAt), isLockedOut: false };
    return joining ? { ...participantColumns(row.id, watcher), ...joining, ...joined } : [];
  });
}

/** Ends a locked room, and tells its participants why. */
export async function endRoom(ctx: Context, loaded: LoadedRoom, reason: EndReason): Promise<void> {
  const { row, rows, access } = loaded;
  const at = new Date(loaded.time);
  const ended = { endReason: reason, endedAt: at, changedAt: at, sequence: row.sequence + 1 };
  await updateRoom(ctx.tx, row.id, ended);
  await deleteParticipants(ctx.tx, row.id);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const room = presentRoom({ ...row, ...ended }, openRoomFrom(loaded), names);
  notifyParticipants(
    ctx,
    room,
    rows.filter((each) => hasAccess(access, each, row.state.version)),
  );
  await notifyTaskPages(ctx, row.taskId);
}
