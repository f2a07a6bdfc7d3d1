import { second } from "#core/time.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";

import { retryDelay } from "./commands.ts";

const reportEvery = 10 * second;
/** Milliseconds until a report is repeated that has failed, and after which one without a response has failed. */
const [repeatAfter, timeout] = [2 * second, 8 * second];

interface PresenceOptions {
  send: (number: number, signal: AbortSignal) => Promise<Room>;
  onRoom: (room: Room) => void;
  /** Whether the server can't be reached at the moment. */
  onReconnecting: (isReconnecting: boolean) => void;
  /** The server refuses the participant. */
  onRefused: (error: unknown) => void;
}

export interface Presence {
  /** Reports now, or right after the report that is on its way. Resolves afterwards, also if it failed. */
  report: () => Promise<void>;
  /** Reports at the latest in some milliseconds. */
  reportIn: (milliseconds: number) => void;
  stop: () => void;
}

/** Reports that a participant is there, every 10 seconds until it is stopped. The first report joins the room. */
export function createPresence({ send, onRoom, onReconnecting, onRefused }: PresenceOptions): Presence {
  const stopped = new AbortController();
  let number = 0;
  let sending: Promise<void> | null = null;
  let queued: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAt = Infinity;
  const reportIn = (milliseconds: number) => {
    const at = performance.now() + milliseconds;
    if (stopped.signal.aborted || at >= nextAt) return;
    clearTimeout(timer);
    nextAt = at;
    timer = setTimeout(() => void report(), milliseconds);
  };
  const report = (): Promise<void> => {
    clearTimeout(timer);
    nextAt = Infinity;
    if (sending) {
      queued ??= sending.then(() => {
        queued = null;
        return report();
      });
      return queued;
    }
    sending = sendNow().finally(() => {
      sending = null;
    });
    return sending;
  };
  const sendNow = async () => {
    if (stopped.signal.aborted) return;
    number += 1;
    try {
      const room = await send(number, AbortSignal.any([stopped.signal, AbortSignal.timeout(timeout)]));
      if (stopped.signal.aborted) return;
      onReconnecting(false);
      onRoom(room);
      reportIn(reportEvery);
    } catch (error) {
      if (stopped.signal.aborted) return;
      const isTimeout = error instanceof DOMException;
      if (isTimeout || retryDelay(error) !== null) {
        onReconnecting(true);
        reportIn(repeatAfter);
      } else onRefused(error);
    }
  };
  return {
    report,
    reportIn,
    stop: () => {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}
