/**
 * From when on this tab may have missed messages, as a change marker of the server (`MissedMessages`): the oldest of the loaded
 * responses before the first connection, the marker of the last connection afterwards.
 */
export interface MissedSince {
  /** The marker to connect with; null while nothing is loaded. */
  connect: () => number | null;
  /** To be called with the marker of each connection. */
  connected: (marker: number) => void;
  /** To be called with the marker of each response. */
  loaded: (marker: number) => void;
}

/** `onLate` is called for a response that is older than the marker that was connected with: another connection has to ask. */
export function createMissedSince(onLate: () => void): MissedSince {
  /** Of the responses that no connection has asked for. */
  let oldest = Number.POSITIVE_INFINITY;
  /** The marker that this connection was asked with. */
  let asked = Number.POSITIVE_INFINITY;
  /** Messages since are known to this tab; null before the first connection. */
  let known: number | null = null;
  let last = Number.POSITIVE_INFINITY;
  return {
    connect: () => {
      asked = Math.min(oldest, last);
      return Number.isFinite(asked) ? asked : null;
    },
    connected: (marker) => {
      known = Math.min(known ?? marker, asked);
      last = marker;
      if (oldest < known) onLate();
      else oldest = Number.POSITIVE_INFINITY;
    },
    loaded: (marker) => {
      if (known !== null && marker >= known) return;
      oldest = Math.min(oldest, marker);
      if (known !== null) onLate();
    },
  };
}

let connectAgain = () => {};

/** Of this tab. */
export const missedSince = createMissedSince(() => connectAgain());

/** Sets the function that opens another connection. */
export function onLateResponse(connect: () => void): void {
  connectAgain = connect;
}
