/** An exchange with the server: when it was sent and answered by this page's clock, and the server's time between, in milliseconds. */
export interface Exchange {
  sent: number;
  answered: number;
  time: number;
}

/** Exchanges that are compared. Older ones say little, as the clocks of computers drift. */
const remembered = 8;

/** Estimates the server's time. */
export interface Clock {
  add: (exchange: Exchange) => void;
  /** The server's time at a time of this page's clock, in milliseconds; null before the first exchange. */
  timeAt: (pageTime: number) => number | null;
  /** Shortest time of an exchange in milliseconds; null before the first one. */
  roundTrip: () => number | null;
  /** Forgets all exchanges: the page's clock stands still while the computer sleeps. */
  reset: () => void;
}

/**
 * The difference of the clocks is taken from the exchange with the shortest round trip, which had the least time for unequal delays:
 * the error is at most half of that round trip.
 */
export function createClock(): Clock {
  let exchanges: Exchange[] = [];
  let best: Exchange | null = null;
  return {
    add: (exchange) => {
      exchanges = [...exchanges, exchange].slice(-remembered);
      best = exchanges.reduce((shortest, next) => (duration(next) <= duration(shortest) ? next : shortest));
    },
    timeAt: (pageTime) => best && pageTime + best.time - (best.sent + best.answered) / 2,
    roundTrip: () => best && duration(best),
    reset: () => {
      exchanges = [];
      best = null;
    },
  };
}

function duration({ sent, answered }: Exchange): number {
  return answered - sent;
}
