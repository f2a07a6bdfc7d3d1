const keys = new Set<string>();

/**
 * Registers a key of the local storage with data of the user, which is deleted at logout. The `storage-keys.ts` of a module
 * has its keys; the app loads all of them with the session.
 */
export function personalKey(key: string): string {
  keys.add(key);
  return key;
}

/** Removes all data of the user from the local storage. */
export function clearPersonalStorage(): void {
  for (const key of keys) localStorage.removeItem(key);
}
