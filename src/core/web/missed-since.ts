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
  /** Called for a response that is older than the marker that was connected with: another connection has to ask. */
  onLate: () => void;
}

export function createMissedSince(): MissedSince {
  /** Of the responses that no connection has asked for. */
  let oldest = Infinity;
  /** The marker that this connection was asked with. */
  let asked = Infinity;
  /** Messages since are known to this tab. */
  let known = Infinity;
  let last = Infinity;
  const since: MissedSince = {
    onLate: () => {},
    connect: () => {
      asked = Math.min(oldest, last);
      return asked < Infinity ? asked : null;
    },
    connected: (marker) => {
      known = Math.min(known, asked, marker);
      last = marker;
      if (oldest < known) since.onLate();
      else oldest = Infinity;
    },
    loaded: (marker) => {
      if (marker >= known) return;
      oldest = Math.min(oldest, marker);
      if (known < Infinity && marker < asked) since.onLate();
    },
  };
  return since;
}

/** Of this tab. */
export const missedSince = createMissedSince();
