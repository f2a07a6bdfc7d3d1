/**
 * Limits of the shares in which users get the server's time. A request costs its response's bytes, and `perRequest` for each of
 * the usual requests that it costs as much as.
 */
export interface ShareLimits {
  /** Bytes per second of one owner while others send requests. */
  bytesPerSecond: number;
  /** Bytes that an owner can have at once, after using less than their share. */
  burst: number;
  /** Bytes that a request costs besides its response. */
  perRequest: number;
  /** Requests of one owner that run at once while others send requests. */
  parallel: number;
  /** Requests of one owner that run at once while nobody else sends any. */
  parallelAlone: number;
  /** Requests of one owner that can wait. */
  waiting: number;
}

/** A page of a list with 256 KB takes about as long as five small requests: 10 ms of the server's only thread. */
export const requestShares: ShareLimits = {
  bytesPerSecond: 2_500_000,
  burst: 2_500_000,
  perRequest: 50_000,
  parallel: 2,
  // More than a browser sends at once over HTTP/1.1.
  parallelAlone: 8,
  waiting: 100,
};

/** Milliseconds after a request in which its owner counts as active. */
const activeFor = 1000;
/**
 * Milliseconds in which a request counts as running. One that takes longer waits for something else, such as a platform or a
 * slow connection, and doesn't keep its owner's others from running.
 */
const runningFor = 1000;
/** Owners whose use is remembered, until all others have regained their burst. */
const rememberedOwners = 1000;

/** A request of an owner. */
export interface SharedRequest {
  /** Resolves when it is the request's turn; false if too many of its owner wait, or it ended. */
  turn: Promise<boolean>;
  /** Pays for a part of the response; resolves when the next part may be sent. */
  pay: (bytes: number) => Promise<void>;
  /** Ends the request, with the bytes of its response that were not paid for. */
  end: (bytes: number) => void;
}

export interface RequestShares {
  /** `owner` is a user, a guest link or the network of a client; `cost` is in usual requests. */
  begin: (owner: string, cost?: number) => SharedRequest;
}

/** A request that waits, or runs. */
interface Turn {
  /** Bytes that it costs when it starts. */
  cost: number;
  /** Start of its turn, or null while it waits. */
  startedAt: number | null;
  resolve: (isTurn: boolean) => void;
}

interface Use {
  /** Bytes left; negative after more than the share was used. */
  balance: number;
  /** Time of `balance`. */
  at: number;
  running: Set<Turn>;
  waiting: Turn[];
  timer: NodeJS.Timeout | null;
}

/**
 * Shares the server's time between owners. While others are active too, an owner's requests run few at a time, and those of one
 * who has used more than their share wait until it is regained, and run one at a time. Without others, they wait only for each
 * other, if they are more than a browser sends.
 */
export function createRequestShares(
  limits: ShareLimits = requestShares,
  now: () => number = () => performance.now(),
): RequestShares {
  const uses = new Map<string, Use>();
  /** The last two different owners, the newest first. */
  let active: { owner: string; at: number }[] = [];

  const useOf = (owner: string): Use => {
    const known = uses.get(owner);
    if (known) return known;
    if (uses.size >= rememberedOwners) forgetIdle();
    const use: Use = { balance: limits.burst, at: now(), running: new Set(), waiting: [], timer: null };
    uses.set(owner, use);
    return use;
  };
  const refill = (use: Use): number => {
    const at = now();
    use.balance = Math.min(limits.burst, use.balance + ((at - use.at) / 1000) * limits.bytesPerSecond);
    use.at = at;
    return use.balance;
  };
  const forgetIdle = () => {
    for (const [owner, use] of uses) {
      if (use.running.size === 0 && use.waiting.length === 0 && refill(use) === limits.burst)
        uses.delete(owner);
    }
  };
  const spend = (use: Use, bytes: number) => {
    // What is used while nobody else is active is not held against an owner for longer than their burst.
    use.balance = Math.max(refill(use) - bytes, -limits.burst);
  };
  const isContended = (owner: string) =>
    active.some((other) => other.owner !== owner && now() - other.at < activeFor);
  const countRunning = ({ running }: Use) =>
    [...running].filter(({ startedAt }) => startedAt !== null && now() - startedAt < runningFor).length;
  const mustWait = (owner: string, use: Use) => {
    const running = countRunning(use);
    if (!isContended(owner)) return running >= limits.parallelAlone;
    if (refill(use) < 0) return true;
    // Of one who has used most of their burst, a request that still runs is enough.
    return running >= (use.balance < limits.burst / 2 ? 1 : limits.parallel);
  };

  const startWaiting = (owner: string, use: Use): void => {
    while (use.waiting.length > 0 && !mustWait(owner, use)) {
      const turn = use.waiting.shift();
      if (!turn) break;
      turn.startedAt = now();
      use.running.add(turn);
      // At its start, so that the ones behind it don't start on the same balance.
      spend(use, turn.cost);
      turn.resolve(true);
    }
    if (use.waiting.length === 0 || use.timer) return;
    const regained = (-refill(use) / limits.bytesPerSecond) * 1000;
    const next = regained > 0 ? Math.min(Math.max(regained, 1), activeFor) : runningFor / 4;
    use.timer = setTimeout(() => {
      use.timer = null;
      startWaiting(owner, use);
    }, next).unref();
  };

  return {
    begin: (owner, cost = 1) => {
      const use = useOf(owner);
      active = [{ owner, at: now() }, ...active.filter((other) => other.owner !== owner)].slice(0, 2);
      if (use.waiting.length >= limits.waiting) return refused;
      let own: Turn | null = null;
      let isEnded = false;
      const wait = async (bytes: number) => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        own = { cost: bytes, startedAt: null, resolve };
        use.waiting.push(own);
        startWaiting(owner, use);
        return promise;
      };
      const leave = () => {
        if (!own) return;
        use.running.delete(own);
        const waitingAt = use.waiting.indexOf(own);
        if (waitingAt >= 0) use.waiting.splice(waitingAt, 1)[0]?.resolve(false);
        own = null;
      };
      return {
        turn: wait(cost * limits.perRequest),
        pay: async (bytes) => {
          spend(use, bytes);
          leave();
          if (!isEnded) await wait(0);
        },
        end: (bytes) => {
          isEnded = true;
          spend(use, bytes);
          leave();
          startWaiting(owner, use);
        },
      };
    },
  };
}

const refused: SharedRequest = { turn: Promise.resolve(false), pay: async () => {}, end: () => {} };
