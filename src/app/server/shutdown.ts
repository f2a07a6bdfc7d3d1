/** What a process has started, to be stopped last first: by a signal, or by its own start where that fails. */
export interface Shutdown {
  /**
   * Starts a part and keeps how to stop it; a part that is still starting when all stops is waited for. Throws once
   * stopping has begun.
   */
  start: <T>(begin: () => Promise<T>, stop: (part: T) => Promise<unknown>) => Promise<T>;
  /** Shutdown everything, once; a part that can't be stopped keeps none of the others running. */
  stop: () => Promise<void>;
}

export function createShutdown(): Shutdown {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | null = null;

  const stopAll = async () => {
    const defineErrors: unknown[] = [];
    for (const stop of stops.toReversed()) await stop().catch((error: unknown) => defineErrors.push(error));
    if (defineErrors.length > 0) throw defineErrors[0];
  };

  return {
    start: async (begin, stop) => {
      if (stopping) throw new Error("It was stopped while it started.");
      const beginning = begin();
      stops.push(() => beginning.then(stop, () => undefined));
      return beginning;
    },
    stop: () => (stopping ??= stopAll()),
  };
}
