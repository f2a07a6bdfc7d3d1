import { useSyncExternalStore } from "react";

export type ThemeChoice = "light" | "dark" | "system";

const storageKey = "theme";
const changed = new EventTarget();

/** The stored theme; `system` when there is none or storage is blocked. */
function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    return "system";
  }
}

/** Stores and applies a theme in all open tabs. */
function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage is blocked: the theme applies to this page only.
  }
  showTheme(choice);
  changed.dispatchEvent(new Event("change"));
}

function showTheme(choice: ThemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
}

function shownTheme(): ThemeChoice {
  const current = document.documentElement.dataset["theme"];
  return current === "light" || current === "dark" ? current : "system";
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

/** The user's theme and a function to change it. `public/start.js` applies a stored theme before the first paint. */
export function useTheme(): { theme: ThemeChoice; chooseTheme: (choice: ThemeChoice) => void } {
  return { theme: useSyncExternalStore(subscribe, shownTheme, () => "system" as const), chooseTheme };
}
