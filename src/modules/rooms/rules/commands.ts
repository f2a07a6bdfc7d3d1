import type { RoomChange, RoomState } from "../contract/room-state.ts";
import type { RoomCommand } from "../contract/rooms.ts";
import { changeWatcher, effectTime, type OpenRoom, type Watcher, withPresenter } from "./open-room.ts";
import { positionAt, type Timing } from "./room-state.ts";
import { withoutWaitingFor, withWaiting } from "./waiting.ts";

/** Codes of the errors of commands. */
export type CommandError = "not_in_room" | "unknown_participant" | "not_presenter" | "members_only";

interface CommandContext {
  /** The participant who sends it. */
  by: string;
  /** Increases with each command of the participant. */
  number: number;
  command: RoomCommand;
  /** Room time in milliseconds. */
  time: number;
  /** Frames of the version before the command, and of the one after it. */
  timing: Timing;
  nextTiming: Timing;
}

/** The room after a command of a participant, or the code of an error. One that was carried out before changes nothing. */
export function applyCommand(room: OpenRoom, context: CommandContext): OpenRoom | CommandError {
  const { by, number, command } = context;
  const sender = room.watchers.find(({ id }) => id === by);
  if (!sender) return "not_in_room";
  if (number <= sender.lastCommand) return room;
  const numbered = changeWatcher(room, by, () => ({ lastCommand: number }));
  switch (command.kind) {
    case "change":
      return changed(numbered, sender, command.change, context);
    case "present":
      return presenting(numbered, sender);
    case "release":
      return room.presenter === by
        ? withPresenter(numbered, null)
        : changeWatcher(numbered, by, () => ({ asks: false }));
    case "hand_over":
      return handedOver(numbered, sender, command.to);
    case "call":
      return sender.isGuest ? "members_only" : { ...numbered, callUrl: command.url };
  }
}

function presenting(room: OpenRoom, sender: Watcher): OpenRoom {
  const presenter = room.watchers.find(({ id }) => id === room.presenter);
  const isFree = !presenter || presenter.id === sender.id || (presenter.isGuest && !sender.isGuest);
  return isFree ? withPresenter(room, sender.id) : changeWatcher(room, sender.id, () => ({ asks: true }));
}

function handedOver(room: OpenRoom, sender: Watcher, to: string): OpenRoom | CommandError {
  if (room.presenter !== sender.id) return "not_presenter";
  if (!room.watchers.some(({ id }) => id === to)) return "unknown_participant";
  return { ...changeWatcher(room, to, () => ({ asks: false })), presenter: to };
}

function changed(
  room: OpenRoom,
  sender: Watcher,
  wish: RoomChange,
  { time, timing, nextTiming }: CommandContext,
): OpenRoom | CommandError {
  const { state, presenter } = room;
  if (presenter !== null && presenter !== sender.id) return "not_presenter";
  if (sender.isGuest && (wish.comparison || isSwitch(state, wish))) return "members_only";
  // Guests see no comparison, so they can't mean to end it.
  const change = sender.isGuest ? { ...wish, comparison: undefined } : wish;
  const next: RoomState = {
    ...state,
    version: change.version ?? state.version,
    comparison: nextComparison(state, change),
    view: change.view ?? state.view,
    guides: change.guides ?? state.guides,
  };
  if (!changesPlayback(state, change)) return { ...room, state: next };
  next.speed = change.speed ?? state.speed;
  next.loop = nextLoop(state, change, nextTiming);
  const wanted = change.playing ?? (state.playing || state.waiting !== null);
  const at = (moment: number) =>
    Math.min(change.frame ?? Math.floor(positionAt(state, moment, timing).frame), nextTiming.last);
  if (!wanted) {
    const paused = { playing: false, frame: at(time), startsAt: time, waiting: null };
    return { ...room, state: { ...next, ...paused } };
  }
  // Seeking doesn't end the wait, but pressing play does.
  if (state.waiting !== null && change.playing === undefined) {
    return { ...room, state: { ...next, frame: at(time), startsAt: time } };
  }
  const startsAt = effectTime(room, time);
  const spared = withoutWaitingFor(room, state.waiting?.for ?? [], time);
  const playing = { playing: true, frame: at(startsAt), startsAt, waiting: null };
  return withWaiting({ ...spared, state: { ...next, ...playing } }, time, nextTiming);
}

function changesPlayback(state: RoomState, change: RoomChange): boolean {
  const { version, playing, frame, speed, loop } = change;
  if ([version, frame, speed, loop].some((value) => value !== undefined)) return true;
  return playing !== undefined && (playing !== state.playing || state.waiting !== null);
}

function isSwitch({ version }: RoomState, change: RoomChange): boolean {
  return change.version !== undefined && change.version !== version;
}

function nextComparison(state: RoomState, change: RoomChange): RoomState["comparison"] {
  const comparison = change.comparison === undefined ? state.comparison : change.comparison;
  return comparison?.version === (change.version ?? state.version) ? null : comparison;
}

function nextLoop(state: RoomState, change: RoomChange, { last }: Timing): RoomState["loop"] {
  const current = isSwitch(state, change) ? null : state.loop;
  const loop = change.loop === undefined ? current : change.loop;
  return loop && loop.from <= last ? { from: loop.from, to: Math.min(loop.to, last) } : null;
}
