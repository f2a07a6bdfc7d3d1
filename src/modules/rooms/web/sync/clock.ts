/** An exchange with the server: when it was sent and answered by this page's clock, and the server's time between, in milliseconds. */
export interface Exchange {
  sent: number;
  answered: number;
  time: number;
}

/** Exchanges that are compared. Older ones say little, as the clocks of computers drift. */
const remembered = 16;

/** Estimates the server's time. */
export interface Clock {
  add: (exchange: Exchange) => void;
  /** The server's time at a time of this page's clock, in milliseconds; null before the first exchange. */
  timeAt: (pageTime: number) => number | null;
  /** Shortest time of an exchange in milliseconds; null before the first one. */
  roundTrip: () => number | null;
  /** Forgets all exchanges: the page's clock doesn't advance while the computer sleeps. */
  reset: () => void;
}

/**
 * The difference of the clocks lies between those that an exchange would mean if one of its ways took no time. Of each way the
 * shortest one counts, from whichever exchange: the error is half of the difference between the shortest way there and the
 * shortest way back, and becomes smaller with each exchange if the delays vary.
 */
export function createClock(): Clock {
  let exchanges: Exchange[] = [];
  let difference: number | null = null;
  return {
    add: (exchange) => {
      exchanges = [...exchanges, exchange].slice(-remembered);
      const most = Math.min(...exchanges.map(({ sent, time }) => time - sent));
      const least = Math.max(...exchanges.map(({ answered, time }) => time - answered));
      difference = (most + least) / 2;
    },
    timeAt: (pageTime) => (difference === null ? null : pageTime + difference),
    roundTrip: () =>
      difference === null ? null : Math.min(...exchanges.map(({ sent, answered }) => answered - sent)),
    reset: () => {
      exchanges = [];
      difference = null;
    },
  };
}
