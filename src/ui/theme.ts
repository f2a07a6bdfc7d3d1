import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";

const storageKey = "theme";
const changed = new EventTarget();

/** The stored choice; `system` when nothing valid is stored or storage is blocked. */
function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Stores the choice and shows it at once, here and in every other open tab. */
function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage is blocked: the choice holds until the page is left.
  }
  showTheme(choice);
  changed.dispatchEvent(new Event("change"));
}

function showTheme(choice: ThemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
}

function shownTheme(): ThemeChoice {
  const shown = document.documentElement.dataset["theme"];
  return shown === "light" || shown === "dark" ? shown : "system";
}

function subscribe(listen: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return;
    showTheme(readTheme());
    listen();
  };
  changed.addEventListener("change", listen);
  window.addEventListener("storage", onStorage);
  return () => {
    changed.removeEventListener("change", listen);
    window.removeEventListener("storage", onStorage);
  };
}

/** The person's choice of theme and the way to change it. `public/theme.js` applies a stored one before first paint. */
export function useTheme(): { theme: ThemeChoice; chooseTheme: (choice: ThemeChoice) => void } {
  return { theme: useSyncExternalStore(subscribe, shownTheme), chooseTheme };
}
