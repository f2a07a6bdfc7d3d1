const keys = new Set<string>();
const listeners = new Set<() => void>();

/**
 * Registers a key of the local storage with data of the user, which is deleted at logout. The `storage-keys.ts` of a module
 * has its keys; the app loads all of them with the session.
 */
export function personalKey(key: string): string {
  keys.add(key);
  return key;
}

/** Calls `listen` when the user of this page has logged out, or their session has ended. */
export function onUserLeft(listen: () => void): void {
  listeners.add(listen);
}

/** Removes all data of the user from the local storage, and ends what the page does for them. */
export function clearPersonalStorage(): void {
  for (const key of keys) localStorage.removeItem(key);
  for (const listen of listeners) listen();
}
