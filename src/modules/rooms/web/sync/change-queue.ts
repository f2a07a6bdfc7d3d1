import type { RoomChange } from "#modules/rooms/contract/room-state.ts";

/** Milliseconds between two commands: five per second. */
const sendEvery = 200;

export interface ChangeQueue {
  /** Sends a change soon, together with those that follow until then. The last one is always sent. */
  push: (change: RoomChange) => void;
  /** Changes that the server hasn't confirmed. */
  pending: () => RoomChange;
  /** Drops what isn't confirmed. */
  clear: () => void;
}

/**
 * Throttles the user's changes. Calls `onSettled` when one was confirmed, or was refused with an error: then those that followed
 * are dropped, too.
 */
export function createChangeQueue(
  send: (change: RoomChange) => Promise<unknown>,
  onSettled: (error: unknown) => void,
): ChangeQueue {
  let unsent: RoomChange = {};
  let inFlight: RoomChange | null = null;
  let lastSentAt = -sendEvery;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => {
    clearTimeout(timer);
    unsent = {};
    inFlight = null;
  };
  const flush = async () => {
    const change = unsent;
    inFlight = change;
    unsent = {};
    lastSentAt = performance.now();
    const error = await send(change).then(
      () => null,
      (failure: unknown) => failure,
    );
    // It may have been cleared meanwhile.
    if (inFlight !== change) return;
    inFlight = null;
    if (error) unsent = {};
    onSettled(error);
    schedule();
  };
  const schedule = () => {
    if (inFlight || Object.keys(unsent).length === 0) return;
    clearTimeout(timer);
    const wait = lastSentAt + sendEvery - performance.now();
    if (wait <= 0) void flush();
    else timer = setTimeout(() => void flush(), wait);
  };
  return {
    push: (change) => {
      unsent = { ...unsent, ...change };
      schedule();
    },
    pending: () => ({ ...inFlight, ...unsent }),
    clear,
  };
}
