/** Work that waits for its turn: urgent work first, otherwise in the order of arrival. */
export interface Queue {
  /** Runs `work` when it is its turn; null if the queue or the owner's share of it is full. */
  run: <T>(owner: string, work: () => Promise<T>, priority?: Priority) => Promise<T> | null;
}

type Priority = "urgent" | "normal";

/** Creates a queue. At most `concurrency` run at once; `perOwner` and `total` include those that wait. */
export function createQueue(limits: { concurrency: number; perOwner: number; total: number }): Queue {
  const waiting: Record<Priority, (() => void)[]> = { urgent: [], normal: [] };
  const owned = new Map<string, number>();
  let running = 0;

  const startNext = () => {
    if (running >= limits.concurrency) return;
    const next = waiting.urgent.shift() ?? waiting.normal.shift();
    if (!next) return;
    running += 1;
    next();
  };
  const inTurn = async <T>(owner: string, work: () => Promise<T>, priority: Priority): Promise<T> => {
    owned.set(owner, (owned.get(owner) ?? 0) + 1);
    await new Promise<void>((resolve) => {
      waiting[priority].push(resolve);
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      const remaining = (owned.get(owner) ?? 1) - 1;
      if (remaining > 0) owned.set(owner, remaining);
      else owned.delete(owner);
      startNext();
    }
  };

  return {
    run: (owner, work, priority = "normal") => {
      const unfinished = running + waiting.urgent.length + waiting.normal.length;
      const isFull = unfinished >= limits.total || (owned.get(owner) ?? 0) >= limits.perOwner;
      return isFull ? null : inTurn(owner, work, priority);
    },
  };
}
