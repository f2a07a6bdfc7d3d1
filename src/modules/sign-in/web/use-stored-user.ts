import { useSyncExternalStore } from "react";

import { containsUser, userStorageKey } from "../rules/stored-user.ts";

function subscribe(listen: () => void): () => void {
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

function storesUser(): boolean {
  try {
    return containsUser(localStorage.getItem(userStorageKey));
  } catch {
    return false;
  }
}

/**
 * Whether this browser knows a user, which may be signed in: reason enough to load the session and ask. Follows other
 * tabs, and what happens in this one each time the caller is drawn.
 */
export function useHasStoredUser(): boolean {
  return useSyncExternalStore(subscribe, storesUser);
}
