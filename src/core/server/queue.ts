/** Work that waits for its turn, in the order of arrival. */
export interface Queue {
  /** Runs `work` when it is its turn; null if the queue or the owner's share of it is full. */
  run: <T>(owner: string, work: () => Promise<T>) => Promise<T> | null;
}

/** Creates a queue. At most `concurrency` run at once; `perOwner` and `total` include those that wait. */
export function createQueue(limits: { concurrency: number; perOwner: number; total: number }): Queue {
  const waiting: (() => void)[] = [];
  const owned = new Map<string, number>();
  let running = 0;

  const startNext = () => {
    if (running >= limits.concurrency) return;
    const next = waiting.shift();
    if (!next) return;
    running += 1;
    next();
  };
  const inTurn = async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    owned.set(owner, (owned.get(owner) ?? 0) + 1);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      const left = (owned.get(owner) ?? 1) - 1;
      if (left > 0) owned.set(owner, left);
      else owned.delete(owner);
      startNext();
    }
  };

  return {
    run: (owner, work) => {
      const isFull = running + waiting.length >= limits.total || (owned.get(owner) ?? 0) >= limits.perOwner;
      return isFull ? null : inTurn(owner, work);
    },
  };
}
