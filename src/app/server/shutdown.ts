/**
 * The parts that a process has started. They are stopped in reverse order, by a signal or when the start
 * fails.
 */
export interface Shutdown {
  /**
   * Starts a part and registers how to stop it. `stop` waits for parts that are still starting. Throws once
   * stopping has begun.
   */
  start: <T>(begin: () => Promise<T>, stop: (part: T) => Promise<unknown>) => Promise<T>;
  /** Stops all parts, once, even if some fail to stop. Rejects with the first error. */
  stop: () => Promise<void>;
  /** Aborted as soon as stopping begins. */
  stopping: AbortSignal;
}

export function createShutdown(): Shutdown {
  const stops: (() => Promise<unknown>)[] = [];
  const begun = new AbortController();
  let stopping: Promise<void> | null = null;

  const stopAll = async () => {
    begun.abort();
    const errors: unknown[] = [];
    for (const stop of stops.toReversed()) await stop().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };

  return {
    start: async (begin, stop) => {
      if (stopping) throw new Error("Stopped while starting.");
      const beginning = begin();
      stops.push(() => beginning.then(stop, () => undefined));
      return beginning;
    },
    stop: () => (stopping ??= stopAll()),
    stopping: begun.signal,
  };
}
