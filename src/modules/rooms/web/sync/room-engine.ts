import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import type { ReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import type { RoomChange } from "#modules/rooms/contract/room-state.ts";
import {
  type EndReason,
  type Room,
  type RoomCommand,
  roomsEndpoints,
} from "#modules/rooms/contract/rooms.ts";

import { createChangeQueue } from "./change-queue.ts";
import { receiveDrawing } from "./drawings.ts";
import type { RoomAccess } from "./room-calls.ts";
import { type EngineOptions, outside, type RoomEngine, type RoomStatus } from "./session-state.ts";
import { createSharedScreen } from "./shared-screen.ts";
import { type Course, nextCourse, shownPosition, withPending } from "./shown-position.ts";
import { createStay, type Stay } from "./stay.ts";

/** Milliseconds between two reports of refused changes, of which a moved slider makes many. */
const refusedEvery = 2000;

/** Joins rooms, and keeps the screen as in the room. */
export function createRoomEngine(
  access: RoomAccess,
  review: ReviewSession,
  { store, signals, refusals }: EngineOptions,
): RoomEngine {
  const { getState, setState } = store;
  let stay: Stay | null = null;
  let course: Course | null = null;
  let startTimer: ReturnType<typeof setTimeout> | undefined;
  let refusedAt = -refusedEvery;
  /** Whether playback starts because of this participant. */
  let isOwnStart = false;
  let departures = 0;
  let joining: PromiseWithResolvers<void> | null = null;

  const queue = createChangeQueue(
    async (change) => receive(await command({ kind: "change", change })),
    (error) => {
      if (isNotPresenting(error)) refuse();
      if (error) screen.restore();
      refresh();
    },
  );
  const screen = createSharedScreen(review, {
    stay: () => stay,
    course: () => course,
    follows: () => getState().follows,
    isOwnStart: () => isOwnStart,
    onChange: (change) => changeRoom(change),
    onBuffers: (buffers) => {
      setState({ buffers });
      stay?.report();
    },
    onRefusal: (refusal) => setState({ refusal }),
    unfollow: () => setFollows(false),
  });

  const command = async (sent: RoomCommand): Promise<Room> => {
    if (!stay) throw new Error("There is no room.");
    return stay.command(sent);
  };
  const changeRoom = (change: RoomChange) => {
    const { mayChange } = getState();
    if (!mayChange) return refuse();
    if (change.playing !== undefined) isOwnStart = change.playing;
    queue.push(change);
    refresh();
  };
  const refuse = () => {
    screen.restore();
    const now = performance.now();
    if (now - refusedAt < refusedEvery) return;
    refusedAt = now;
    refusals.notify();
  };
  const receive = (room: Room) => {
    const before = getState().room;
    if (!stay || room.id !== stay.roomId || (before && room.sequence < before.sequence)) return;
    if (room.endReason !== null) return end({ kind: "ended", reason: room.endReason, message: null });
    const time = stay.timeAt(performance.now());
    course = course ? nextCourse(course, room.state, time) : { state: room.state, before: null, pending: {} };
    setState({ room, me: stay.participant, status: { kind: "in" } });
    // The wait ends with the report of any participant.
    if (room.state.waiting && time !== null) stay.reportIn(Math.max(0, room.state.waiting.until - time));
    if (!room.participants.some(({ id }) => id === stay?.participant)) stay.reportIn(1000);
    joining?.resolve();
    joining = null;
    refresh();
  };
  /** Brings everything up to date that follows from room, changes and clock. */
  const refresh = () => {
    const { room, follows } = getState();
    if (!room || !course) return;
    course = { ...course, pending: queue.pending() };
    const time = stay?.timeAt(performance.now()) ?? null;
    const starts = time !== null && shownPosition(course, time, screen.timing()).isStarting;
    isOwnStart &&= starts;
    const isLed = room.presenter !== null && room.presenter !== stay?.participant;
    setState({
      shared: withPending(room.state, course.pending),
      mayChange: follows && !isLed,
      isStarting: starts,
    });
    clearTimeout(startTimer);
    if (starts && time !== null) startTimer = setTimeout(refresh, Math.max(20, room.state.startsAt - time));
    screen.update({ isLed: follows && isLed });
  };
  const end = (status: RoomStatus, tellsServer = false) => {
    stay?.end(tellsServer);
    [stay, course] = [null, null];
    joining?.resolve();
    joining = null;
    clearTimeout(startTimer);
    queue.clear();
    setState({ ...outside, status });
    screen.release();
  };
  const fail = (error: unknown) => {
    const isJoining = joining !== null;
    joining?.reject(error);
    joining = null;
    end(isJoining ? { kind: "left" } : endedBy(error));
  };
  const join = async (roomId: string) => {
    end({ kind: "joining" }, true);
    setState({ follows: true });
    joining = Promise.withResolvers();
    const { promise } = joining;
    stay = createStay({
      access,
      roomId,
      facts: () => {
        const { follows, buffers } = getState();
        return { follows, buffers };
      },
      onRoom: receive,
      onSignal: (from, signal) => {
        if (signal.kind === "drawing") receiveDrawing(store, from, signal);
        else signals.notify(from, signal);
      },
      onClock: refresh,
      onReconnecting: (isReconnecting) => setState({ isReconnecting }),
      onRefused: fail,
    });
    await promise;
  };
  const setFollows = (follows: boolean) => {
    if (!stay || getState().follows === follows) return;
    queue.clear();
    setState({ follows });
    if (!follows) screen.release();
    refresh();
    stay.report();
  };
  return {
    start: async (body) => {
      if (access.kind === "guest") throw new Error("Guests don't start rooms.");
      end({ kind: "joining" }, true);
      const before = departures;
      const params = { id: String(access.taskId) };
      const { data } = await call(roomsEndpoints.startRoom, { params, body }).catch((error: unknown) => {
        end({ kind: "left" });
        throw error;
      });
      if (before === departures) await join(data.id);
    },
    join,
    leave: () => {
      departures += 1;
      end({ kind: "left" }, true);
    },
    end: async () => {
      if (access.kind === "guest" || !stay) return;
      const params = { id: String(access.taskId), roomId: stay.roomId };
      await call(roomsEndpoints.endRoom, { params });
    },
    setFollows,
    send: async (sent) => {
      if (sent.kind === "change") changeRoom(sent.change);
      else receive(await command(sent));
    },
    signal: (signal) => stay?.signal(signal),
    now: () => stay?.timeAt(performance.now()) ?? Date.now(),
    position: () => screen.position(),
    allowPlayback: () => {
      setState({ refusal: null });
      screen.allowPlayback();
    },
    attachPlayer: screen.attachPlayer,
    display: screen.display,
    setNavigate: screen.setNavigate,
  };
}

function isNotPresenting(error: unknown): boolean {
  return error instanceof AppError && error.code === "not_presenter";
}

const endCodes: Record<string, EndReason | "other_version"> = {
  room_ended: "ended",
  room_not_found: "ended",
  room_empty: "empty",
  room_version_deleted: "version_deleted",
  room_task_ended: "task_ended",
  other_version: "other_version",
};

function endedBy(error: unknown): RoomStatus {
  if (!(error instanceof AppError)) return { kind: "ended", reason: "no_access", message: null };
  return { kind: "ended", reason: endCodes[error.code] ?? "no_access", message: error.message };
}
