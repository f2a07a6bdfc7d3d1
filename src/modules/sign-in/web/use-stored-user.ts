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
 * Whether this browser has a stored user, who may be logged in. Updates with other tabs, and in this tab with each
 * render.
 */
export function useHasStoredUser(): boolean {
  return useSyncExternalStore(subscribe, storesUser);
}
