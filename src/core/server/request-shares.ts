/** Limits of the requests of one kind that an owner sends. */
export interface ShareLimits {
  /** Requests that run at once while others send requests. */
  parallel: number;
  /** Requests that run at once while nobody else sends any. */
  parallelAlone: number;
  /** Requests that wait, run or transfer files. */
  open: number;
}

/** Eight are more than a browser sends at once over HTTP/1.1. */
export const requestShares: ShareLimits = { parallel: 2, parallelAlone: 8, open: 100 };

/** Requests of different kinds don't wait for each other. */
export type RequestKind = "call" | "upload" | "media" | "page" | "health" | "socket";

/** Milliseconds after a request in which its owner counts as active. */
const activeFor = 1000;
/**
 * Milliseconds in which a request counts as running. One that takes longer waits for something else, such as a platform or a
 * slow connection, or transfers a file, and doesn't keep its owner's others from running.
 */
const runningFor = 1000;

/** A request of an owner. */
export interface RequestShare {
  /** Resolves when it is the request's turn; false if its owner has too many open requests, or it ended. */
  turn: Promise<boolean>;
  /** Ends the turn of a request that waits for its client. */
  pause: () => void;
  /** Resolves at the request's next turn. Long responses take one for each of their parts. */
  next: () => Promise<void>;
  end: () => void;
}

export interface RequestShares {
  /** `owner` is a user, a guest link or the network of a client. */
  begin: (owner: string, kind: RequestKind) => RequestShare;
}

/** A request that waits, or runs. */
interface Turn {
  /** Start of its turn, or null while it waits. */
  startedAt: number | null;
  resolve: (isTurn: boolean) => void;
}

/** The requests of one kind of an owner. */
interface Queue {
  open: number;
  running: Set<Turn>;
  waiting: Turn[];
  timer: NodeJS.Timeout | null;
}

/** Lets few requests of each owner and kind run at once while other owners are active; the others wait. */
export function createRequestShares(
  { parallel, parallelAlone, open }: ShareLimits = requestShares,
  now: () => number = () => performance.now(),
): RequestShares {
  const queues = new Map<string, Queue>();
  /** The last two different owners, the newest first. */
  let active: { owner: string; at: number }[] = [];

  const limitFor = (owner: string) => {
    const isContended = active.some((other) => other.owner !== owner && now() - other.at < activeFor);
    return isContended ? parallel : parallelAlone;
  };
  const countRunning = ({ running }: Queue) =>
    [...running].filter(({ startedAt }) => startedAt !== null && now() - startedAt < runningFor).length;

  const startWaiting = (owner: string, queue: Queue): void => {
    while (queue.waiting.length > 0 && countRunning(queue) < limitFor(owner)) {
      const turn = queue.waiting.shift();
      if (!turn) break;
      turn.startedAt = now();
      queue.running.add(turn);
      turn.resolve(true);
    }
    if (queue.waiting.length === 0 || queue.timer) return;
    queue.timer = setTimeout(() => {
      queue.timer = null;
      startWaiting(owner, queue);
    }, runningFor / 4).unref();
  };

  return {
    begin: (owner, kind) => {
      const key = `${kind} ${owner}`;
      const queue = queues.get(key) ?? { open: 0, running: new Set(), waiting: [], timer: null };
      active = [{ owner, at: now() }, ...active.filter((other) => other.owner !== owner)].slice(0, 2);
      if (queue.open >= open) return refused;
      queues.set(key, queue);
      queue.open += 1;
      let current: Turn | null = null;
      let isEnded = false;
      const take = async () => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        current = { startedAt: null, resolve };
        queue.waiting.push(current);
        startWaiting(owner, queue);
        return promise;
      };
      const leave = () => {
        if (!current) return;
        queue.running.delete(current);
        const waitingAt = queue.waiting.indexOf(current);
        if (waitingAt >= 0) queue.waiting.splice(waitingAt, 1)[0]?.resolve(false);
        current = null;
        startWaiting(owner, queue);
      };
      return {
        turn: take(),
        pause: leave,
        next: async () => {
          leave();
          if (!isEnded) await take();
        },
        end: () => {
          if (isEnded) return;
          isEnded = true;
          queue.open -= 1;
          leave();
          if (queue.open === 0) queues.delete(key);
        },
      };
    },
  };
}

const refused: RequestShare = {
  turn: Promise.resolve(false),
  pause: () => {},
  next: async () => {},
  end: () => {},
};
