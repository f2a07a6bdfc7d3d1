/** Limits of the shares in which users get the server's time. A request costs its response's bytes and `perRequest`. */
export interface ShareLimits {
  /** Bytes per second of one owner while others send requests. */
  bytesPerSecond: number;
  /** Bytes that an owner can have at once, after using less than their share. */
  burst: number;
  /** Bytes that a request costs besides its response. */
  perRequest: number;
  /** Requests of one owner that can wait. */
  waiting: number;
}

/** A page of a list with 256 KB takes about as long as five small requests: 10 ms of the server's only thread. */
export const requestShares: ShareLimits = {
  bytesPerSecond: 2_500_000,
  burst: 2_500_000,
  perRequest: 50_000,
  waiting: 100,
};

/** Milliseconds after a request in which its owner counts as active. */
const activeFor = 1000;
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
  /** `owner` is a user, a guest link or the network of a client. */
  begin: (owner: string) => SharedRequest;
}

interface Use {
  /** Bytes left; negative after more than the share was used. */
  balance: number;
  /** Time of `balance`. */
  at: number;
  running: number;
  waiting: ((isTurn: boolean) => void)[];
  timer: NodeJS.Timeout | null;
}

/**
 * Shares the server's time between owners. While others are active too, the requests of an owner who has used more than their
 * share wait until it is regained, and run one at a time; without others, nothing waits.
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
    const use: Use = { balance: limits.burst, at: now(), running: 0, waiting: [], timer: null };
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
      if (use.running === 0 && use.waiting.length === 0 && refill(use) === limits.burst) uses.delete(owner);
    }
  };
  const spend = (use: Use, bytes: number) => {
    // What is used while nobody else is active is not held against an owner for longer than their burst.
    use.balance = Math.max(refill(use) - bytes, -limits.burst);
  };
  const isContended = (owner: string) =>
    active.some((other) => other.owner !== owner && now() - other.at < activeFor);
  /** Whether an owner has to wait. Of one in debt, a request that still runs is enough. */
  const mustWait = (owner: string, use: Use, running: number) =>
    isContended(owner) && (refill(use) < 0 || (use.balance < limits.burst / 2 && running > 0));

  const startWaiting = (owner: string, use: Use): void => {
    while (use.waiting.length > 0 && !mustWait(owner, use, use.running)) {
      use.running += 1;
      use.waiting.shift()?.(true);
    }
    if (use.waiting.length === 0 || use.timer) return;
    const regained = (-refill(use) / limits.bytesPerSecond) * 1000;
    const next = Math.min(Math.max(regained, 1), activeFor);
    use.timer = setTimeout(() => {
      use.timer = null;
      startWaiting(owner, use);
    }, next).unref();
  };

  return {
    begin: (owner) => {
      const use = useOf(owner);
      active = [{ owner, at: now() }, ...active.filter((other) => other.owner !== owner)].slice(0, 2);
      if (use.waiting.length >= limits.waiting) return refused;
      let own: ((isTurn: boolean) => void) | null = null;
      const wait = async () => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        own = resolve;
        use.waiting.push(resolve);
        startWaiting(owner, use);
        return promise;
      };
      return {
        turn: wait(),
        pay: async (bytes) => {
          spend(use, bytes);
          if (!mustWait(owner, use, 0)) return;
          use.running -= 1;
          await wait();
        },
        end: (bytes) => {
          const waitingAt = own === null ? -1 : use.waiting.indexOf(own);
          if (waitingAt >= 0) use.waiting.splice(waitingAt, 1)[0]?.(false);
          else use.running -= 1;
          spend(use, limits.perRequest + bytes);
          startWaiting(owner, use);
        },
      };
    },
  };
}

const refused: SharedRequest = { turn: Promise.resolve(false), pay: async () => {}, end: () => {} };
