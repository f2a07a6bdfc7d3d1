import { useSyncExternalStore } from "react";

import { containsUser } from "#modules/sign-in/rules/stored-user.ts";

import { userStorageKey } from "../storage-keys.ts";

function subscribe(listen: () => void): () => void {
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

function readStored(): string | null {
  try {
    return localStorage.getItem(userStorageKey);
  } catch {
    return null;
  }
}

/**
 * Whether this browser has a stored user, who may be logged in. Updates with other tabs, and in this tab with each
 * render. False in prerendered pages.
 */
export function useHasStoredUser(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => containsUser(readStored()),
    () => false,
  );
}
