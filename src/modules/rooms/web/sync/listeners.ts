/** Functions that are called at an event. */
export interface Listeners<Arguments extends unknown[]> {
  /** Returns the function that removes the added one. */
  add: (listen: (...values: Arguments) => void) => () => void;
  notify: (...values: Arguments) => void;
}

export function createListeners<Arguments extends unknown[]>(): Listeners<Arguments> {
  const listeners = new Set<(...values: Arguments) => void>();
  return {
    add: (listen) => {
      listeners.add(listen);
      return () => {
        listeners.delete(listen);
      };
    },
    notify: (...values) => {
      for (const listen of listeners) listen(...values);
    },
  };
}
