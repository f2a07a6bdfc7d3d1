import { randomUUID } from "node:crypto";

import type { Context, ReadContext } from "#core/server/context.ts";
import { currentActor } from "#core/server/context.ts";
import { countUse } from "#core/server/rate-limit/rate-limit.ts";
import { noGuides } from "#modules/media/contract/guides.ts";
import { wholePicture } from "#modules/media/contract/picture-view.ts";
import { roomsError } from "#modules/rooms/contract/errors.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";
import { emptyFor, startLimit } from "#modules/rooms/rules/limits.ts";
import { isPresent } from "#modules/rooms/rules/open-room.ts";
import { lockTaskFor, taskFor } from "#modules/tasks/server/public/tasks.ts";

import type { RoomRow } from "../tables.ts";
import { lockViewerRoom } from "./attendance.ts";
import { endRoom } from "./change-room.ts";
import { type LoadedRoom, loadRoom, openRoomFrom, presentRoom, readTiming } from "./load-room.ts";
import { roomForGuests } from "./messages.ts";
import { findOpenRoom, insertRoom, readRoomTime } from "./queries.ts";
import { hasAccess, memberOfTask, requireMember, type Viewer } from "./viewers.ts";

/** The room that the viewer may join, or null; one without participants is not offered. */
export async function findViewerRoom(ctx: ReadContext, viewer: Viewer): Promise<Room | null> {
  await requireMember(ctx, viewer);
  const row = await findOpenRoom(ctx.tx, viewer.taskId);
  if (!row || (viewer.guestId !== null && viewer.version !== row.state.version)) return null;
  const loaded = await loadRoom(ctx, row);
  const room = presentLoaded(loaded);
  return room.participants.length === 0 || !loaded.timing ? null : forViewer(viewer, room);
}

/** A room as the viewer sees it. */
export function forViewer({ guestId }: Pick<Viewer, "guestId">, room: Room): Room {
  return guestId === null ? room : roomForGuests(room);
}

function presentLoaded(loaded: LoadedRoom): Room {
  const { row, rows, access, time } = loaded;
  const room = openRoomFrom(loaded);
  const present = rows.filter(
    (each) =>
      isPresent({ seenAt: each.seenAt.getTime() }, time) && hasAccess(access, each, row.state.version),
  );
  const names = new Map(present.map(({ id, name }) => [id, name]));
  const watchers = room.watchers.filter(({ id }) => names.has(id));
  return presentRoom(row, { ...room, watchers }, names);
}

/** Whether nobody was in the room for a while. */
function isEmpty({ row, rows, time }: Pick<LoadedRoom, "row" | "rows" | "time">): boolean {
  const active = [row.changedAt, ...rows.map(({ seenAt }) => seenAt)];
  return active.every((moment) => Math.abs(time - moment.getTime()) >= emptyFor);
}

/**
 * Starts a room on a version, paused on a frame; returns the task's room unless it is empty. 409 `version_not_playable`, 429 above
 * `startLimit`.
 */
export async function startRoom(
  ctx: Context,
  taskId: number,
  { version, frame }: { version: number; frame: number },
): Promise<Room> {
  await lockTaskFor(ctx, taskId, "view");
  const open = await findOpenRoom(ctx.tx, taskId);
  if (open) {
    const loaded = await loadRoom(ctx, await lockViewerRoom(ctx, memberOfTask(ctx, taskId), open.id));
    if (!isEmpty(loaded) && loaded.timing) return presentLoaded(loaded);
    await endRoom(ctx, loaded, loaded.timing ? "empty" : "version_deleted");
  }
  const timing = await readTiming(ctx, { taskId, number: version });
  if (!timing) throw roomsError("version_not_playable");
  const startedBy = currentActor(ctx).id;
  await countUse(ctx, { key: `rooms:person:${startedBy}`, limit: startLimit });
  const time = await readRoomTime(ctx.tx);
  const row: RoomRow = {
    id: randomUUID(),
    taskId,
    sequence: 1,
    state: {
      version,
      playing: false,
      frame: Math.min(frame, timing.last),
      startsAt: time,
      speed: 1,
      waiting: null,
      loop: null,
      comparison: null,
      view: wholePicture,
      guides: noGuides,
    },
    presenter: null,
    callUrl: null,
    startedBy,
    startedAt: new Date(time),
    changedAt: new Date(time),
    endedAt: null,
    endReason: null,
  };
  await insertRoom(ctx.tx, row);
  return presentRoom(row, openRoomFrom({ row, rows: [] }), new Map());
}

/** Ends a room for everyone; repeating it changes nothing. 409 `may_not_end` for others than its starter and who manages the task. */
export async function endViewerRoom(ctx: Context, taskId: number, roomId: string): Promise<null> {
  const { abilities } = await taskFor(ctx, taskId, "view");
  const viewer = memberOfTask(ctx, taskId);
  const row = await lockViewerRoom(ctx, viewer, roomId);
  if (row.startedBy !== viewer.personId && !abilities.includes("manage")) throw roomsError("may_not_end");
  if (row.endReason === null) await endRoom(ctx, await loadRoom(ctx, row), "ended");
  return null;
}
