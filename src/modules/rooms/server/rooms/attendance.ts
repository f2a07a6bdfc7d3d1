import { commonError } from "#core/error.ts";
import type { Context } from "#core/server/context.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import { roomsError } from "#modules/rooms/contract/errors.ts";
import { type Report, withoutWatchers, withReport } from "#modules/rooms/rules/attendance.ts";
import { maxParticipants, maxTabs } from "#modules/rooms/rules/limits.ts";
import type { OpenRoom } from "#modules/rooms/rules/open-room.ts";

import type { RoomRow } from "../tables.ts";
import { changeRoom, type ChangeResult, type NextRoom, type RoomInChange } from "./change-room.ts";
import { lockRoom } from "./queries.ts";
import { isViewer, requireMember, type Viewer } from "./viewers.ts";

/** A locked room of the viewer's task. 404 `room_not_found`, and without access to the task. */
export async function lockViewerRoom(ctx: Context, viewer: Viewer, roomId: string): Promise<RoomRow> {
  const row = await lockRoom(ctx.tx, { id: roomId, taskId: viewer.taskId });
  // Who may see an open room is read with its participants.
  if (!row || row.endReason) await requireMember(ctx, viewer);
  if (!row) throw roomsError("room_not_found");
  return row;
}

/**
 * Adds the viewer to a room, or stores that they are still there. 409 `participant_taken` with the id of someone else, `room_full`
 * and `too_many_tabs` above the limits, `other_version` for guests whose link is to another version.
 */
export async function reportPresence(
  ctx: Context,
  viewer: Viewer,
  { roomId, ...report }: Report & { roomId: string },
): Promise<ChangeResult> {
  const row = await lockViewerRoom(ctx, viewer, roomId);
  if (row.endReason) return { endReason: row.endReason };
  return changeRoom(ctx, row, viewer, async (room, loaded) => {
    requireVersion(viewer, room.state.version);
    const isJoining = !room.watchers.some(({ id }) => id === report.participant);
    const joining = isJoining ? await joiningViewer(ctx, viewer) : null;
    requireLink(viewer, room, loaded);
    requireOwnId(viewer, report.participant, loaded);
    if (isJoining) requireSpace(viewer, room, loaded);
    const next = withReport(room, report, { ...loaded, isGuest: viewer.guestId !== null });
    return { room: next, ...(joining && { joining }) };
  });
}

async function joiningViewer(ctx: Context, viewer: Viewer): Promise<NonNullable<NextRoom["joining"]>> {
  const { personId, guestId } = viewer;
  if (personId === null) return { personId, guestId, linkId: viewer.linkId, name: viewer.name };
  const name = (await personCards(ctx, [personId])).get(personId)?.name ?? "";
  return { personId, guestId, linkId: null, name };
}

function requireVersion(viewer: Viewer, version: number): void {
  if (viewer.personId !== null || viewer.version === version) return;
  const message = `Version ${version} is being watched, and your link is to version ${viewer.version}. You can join when it is watched.`;
  throw roomsError("other_version", { message });
}

/** A link that was revoked between the start of the request and the lock of the room. */
function requireLink(viewer: Viewer, { state }: OpenRoom, { access }: RoomInChange): void {
  if (viewer.personId === null && access.links.get(viewer.linkId) !== state.version) {
    throw commonError("not_found");
  }
}

function requireOwnId(viewer: Viewer, participant: string, { rows }: RoomInChange): void {
  const row = rows.find(({ id }) => id === participant);
  if (row && !isViewer(viewer, row)) throw roomsError("participant_taken");
}

function requireSpace(viewer: Viewer, { watchers }: OpenRoom, { rows }: RoomInChange): void {
  if (watchers.length >= maxParticipants) throw roomsError("room_full");
  const tabs = watchers.filter(({ id }) => rows.some((row) => row.id === id && isViewer(viewer, row)));
  if (tabs.length >= maxTabs) throw roomsError("too_many_tabs");
}

/** Removes a participant of the viewer from a room; without one, nothing changes. */
export async function leaveRoom(
  ctx: Context,
  viewer: Viewer,
  { roomId, participant }: { roomId: string; participant: string },
): Promise<null> {
  const row = await lockViewerRoom(ctx, viewer, roomId);
  if (row.endReason) return null;
  await changeRoom(ctx, row, viewer, (room, loaded) => {
    const isOwn = loaded.rows.some((each) => each.id === participant && isViewer(viewer, each));
    if (!isOwn) return { room };
    return { room: withoutWatchers(room, ({ id }) => id === participant, loaded) };
  });
  return null;
}
