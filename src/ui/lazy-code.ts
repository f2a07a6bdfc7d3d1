/** Milliseconds before each further attempt: together longer than the restart of a server. */
const usualPauses: readonly number[] = [300, 1000, 2000, 4000];

export type CodeState<T> =
  | { status: "unloaded" | "loading" | "failed"; value: null }
  | { status: "loaded"; value: T };

/** A part of the app's code that is loaded when it is first needed. */
export interface LazyCode<T> {
  /**
   * Loads the code, after a failure again after each pause. Calls while it is loading or loaded share its promise; a call after a
   * failure tries again. Rejects with the error of the last attempt.
   */
  load: () => Promise<T>;
  state: () => CodeState<T>;
  /** Calls `listen` after each change of the state; returns the function that unsubscribes. */
  subscribe: (listen: () => void) => () => void;
}

/**
 * Code that `load` imports, with the pauses in milliseconds before further attempts. A lost connection or a restarting server
 * fails an `import()`. Browsers request the module again with the next one; those older than 2026 need a reload of the page.
 */
export function lazyCode<T>(load: () => Promise<T>, pauses = usualPauses): LazyCode<T> {
  const listeners = new Set<() => void>();
  let state: CodeState<T> = { status: "unloaded", value: null };
  let loading: Promise<T> | null = null;
  const change = (next: CodeState<T>) => {
    state = next;
    for (const listen of listeners) listen();
  };
  const start = async () => {
    change({ status: "loading", value: null });
    try {
      const value = await withRetries(load, pauses);
      change({ status: "loaded", value });
      return value;
    } catch (error) {
      loading = null;
      change({ status: "failed", value: null });
      throw error;
    }
  };
  return {
    load: () => (loading ??= start()),
    state: () => state,
    subscribe: (listen) => {
      listeners.add(listen);
      return () => {
        listeners.delete(listen);
        // The failure is shown to those who asked, not to the next one.
        if (listeners.size === 0 && state.status === "failed") state = { status: "unloaded", value: null };
      };
    },
  };
}

async function withRetries<T>(load: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return load();
}
