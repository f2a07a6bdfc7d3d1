/** An item of a list whose changes the server numbers, from 1 on: its `change` is the number of its last one. */
export interface Numbered {
  id: string;
  change: number;
}

/** Items that were changed after a number, in the order of their changes. */
export interface Changes<Item> {
  items: readonly Item[];
  /** Contains every change up to this one. */
  change: number;
  /** Whether more changes follow. */
  more: boolean;
}

/** Loads the changes after a number. */
export type LoadChanges<Item> = (after: number) => Promise<Changes<Item>>;

/** Each item once, in its latest state, at its first place. Of equal states, the last one counts. */
export function latestStates<Item extends Numbered>(items: Iterable<Item>): Item[] {
  const latest = new Map<string, Item>();
  for (const item of items) {
    const previous = latest.get(item.id);
    if (!previous || previous.change <= item.change) latest.set(item.id, item);
  }
  return [...latest.values()];
}

/** Passes the pages of changes after a number to `store`, and returns the number up to which all are stored. */
export async function loadChangesSince<Item>(
  after: number,
  load: LoadChanges<Item>,
  store: (items: readonly Item[], change: number) => void,
): Promise<number> {
  let change = after;
  for (;;) {
    const page = await load(change);
    const isAdvancing = page.change > change;
    change = Math.max(change, page.change);
    store(page.items, change);
    if (!page.more || !isAdvancing) return change;
  }
}

/** The changes of a list after its pages were loaded, from messages and requests. */
export interface SyncedList<Item> {
  /** The latest states of changed items; the same array until one is added. Calls `listen` after each change of it. */
  changed: () => readonly Item[];
  subscribe: (listen: () => void) => () => void;
  /** Called once the first page is loaded, which contains every change up to this one. */
  start: (change: number) => void;
  /** Stores a changed item. Requests what is missing before it. */
  receive: (item: Item) => void;
  /** Stores a state of an item that the server has not numbered, such as an expected one. */
  store: (item: Item) => void;
  /** Requests the changes up to a number; without one, whatever has changed. */
  catchUp: (change?: number) => void;
}

/**
 * A list that misses no change, whether messages are lost, doubled or out of order: a missing number requests the changes since
 * the last one that was complete. Items for which `keeps` is false only count.
 */
export function createSyncedList<Item extends Numbered>(
  load: LoadChanges<Item>,
  keeps: (item: Item) => boolean = () => true,
): SyncedList<Item> {
  const listeners = new Set<() => void>();
  let changed: readonly Item[] = [];
  const state = {
    /** Every change up to this one is known; null before the first page. */
    complete: null as number | null,
    /** Whether missing changes were reported. */
    isBehind: false,
    isRequesting: false,
  };

  const add = (items: readonly Item[]) => {
    const remaining = items.filter(keeps);
    if (remaining.length === 0) return;
    changed = latestStates([...changed, ...remaining]);
    for (const listen of listeners) listen();
  };
  const requestMissing = async () => {
    while (state.isBehind && state.complete !== null) {
      state.isBehind = false;
      await loadChangesSince(state.complete, load, (items, change) => {
        state.complete = Math.max(state.complete ?? 0, change);
        add(items);
      });
    }
  };
  const catchUp = (change = Number.POSITIVE_INFINITY) => {
    if (state.complete !== null && change <= state.complete) return;
    state.isBehind = true;
    if (state.complete === null || state.isRequesting) return;
    state.isRequesting = true;
    requestMissing()
      // Without a connection. The next message, or the next connection, requests them again.
      .catch(() => undefined)
      .finally(() => {
        state.isRequesting = false;
      });
  };
  return {
    changed: () => changed,
    subscribe: (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    start: (change) => {
      if (state.complete !== null) return;
      state.complete = change;
      if (state.isBehind) catchUp();
    },
    receive: (item) => {
      add([item]);
      if (state.complete === null) state.isBehind = true;
      else if (item.change <= state.complete + 1) state.complete = Math.max(state.complete, item.change);
      else catchUp(item.change);
    },
    store: (item) => add([item]),
    catchUp,
  };
}

/** The entries that the server has not confirmed: those of which the list has no item. */
export function listUnsent<Entry extends { id: string }>(
  entries: readonly Entry[],
  items: readonly { id: string }[],
): Entry[] {
  const stored = new Set(items.map(({ id }) => id));
  return entries.filter(({ id }) => !stored.has(id));
}
