/** Time without progress, in milliseconds; the server waits for a silent sender for the same time. */
const stallTimeout = 30_000;
/** The same after a sleep, which few connections survive and none reports. */
const timeoutAfterSleep = 1500;

/**
 * Detects a request whose connection is open but dead, which a browser may not notice for a quarter of an hour: the
 * server answers other requests, but neither sent nor stored bytes change.
 */
export interface StallState {
  /** Bytes that were sent and stored at the last observation, and since when, in milliseconds. */
  last: { sentTo: number; received: number; since: number } | null;
  /** The computer has slept since bytes were last stored. */
  hasSlept: boolean;
}

/** The state when a new request begins. */
export const notStalled: StallState = { last: null, hasSlept: false };

/** The state after the computer has slept. */
export const afterSleep: StallState = { last: null, hasSlept: true };

export function observe(
  { last, hasSlept }: StallState,
  { sentTo, received, at }: { sentTo: number; received: number; at: number },
): StallState {
  const isUnchanged = last?.sentTo === sentTo && last.received === received;
  return {
    last: isUnchanged ? last : { sentTo, received, since: at },
    hasSlept: hasSlept && (last === null || last.received === received),
  };
}

export function isStalled({ last, hasSlept }: StallState, at: number): boolean {
  return last !== null && at - last.since > (hasSlept ? timeoutAfterSleep : stallTimeout);
}
