import { useCallback, useSyncExternalStore } from "react";

import { onUserLeft } from "#core/web/personal-storage.ts";

const listeners = new Set<() => void>();
/** Choices made on this page; also where nothing can be stored. */
const chosen = new Map<string, string>();

onUserLeft(() => {
  // Those that were deleted from the storage with the user.
  for (const key of chosen.keys()) if (storedChoice(key) === null) chosen.delete(key);
  for (const listen of listeners) listen();
});

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/**
 * A choice for all videos, stored in this browser. It is the first of `choices` until another one is chosen. All components
 * that use the same key show the same choice.
 */
export function useStoredChoice<Choice extends string>(
  storageKey: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const current = useSyncExternalStore(subscribe, () => chosen.get(storageKey) ?? storedChoice(storageKey));
  const choose = useCallback(
    (next: Choice) => {
      chosen.set(storageKey, next);
      try {
        localStorage.setItem(storageKey, next);
      } catch {
        // Without storage, the choice lasts until the page is closed.
      }
      for (const listen of listeners) listen();
    },
    [storageKey],
  );
  return [choices.find((choice) => choice === current) ?? choices[0], choose];
}

function storedChoice(storageKey: string): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
