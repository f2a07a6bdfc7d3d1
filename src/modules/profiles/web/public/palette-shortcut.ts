import { useEffect } from "react";

import { shortcutKey } from "#ui/shortcut-key.ts";

import { maxQueryLength, usePaletteState } from "../palette/palette-state.ts";

/**
 * Opens and closes the command palette with Cmd/Ctrl+J. Apart from the palette, which is loaded after the page: what is pressed
 * before opens it as soon as it is there, and what is typed until its input has the focus is its query.
 */
export function usePaletteShortcut(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      const { open, setOpen } = usePaletteState.getState();
      const isShortcut = shortcutKey(event) === "j" && (event.metaKey || event.ctrlKey) && !event.shiftKey;
      if (isShortcut) {
        event.preventDefault();
        setOpen(!open);
      } else if (open) typeAhead(event);
    };
    // Before all handlers of the page, such as the shortcuts of a player.
    document.addEventListener("keydown", press, { capture: true });
    return () => {
      document.removeEventListener("keydown", press, { capture: true });
      // Otherwise it would open at the next login.
      usePaletteState.getState().setOpen(false);
    };
  }, [enabled]);
}

/** Handles a key that is pressed while the palette is loading, instead of the page. */
function typeAhead(event: KeyboardEvent): void {
  const { target, key } = event;
  // The palette, or the message that it can't be loaded.
  if (target instanceof Element && target.closest("[data-palette], dialog")) return;
  const isText = key.length === 1;
  const isForBrowser = event.metaKey || (event.ctrlKey && !event.getModifierState("AltGraph"));
  if (isForBrowser) return;
  event.stopPropagation();
  const { query, setQuery, setOpen } = usePaletteState.getState();
  if (isText) setQuery((query + key).slice(0, maxQueryLength));
  else if (key === "Backspace") setQuery(query.slice(0, -1));
  else if (key === "Escape") setOpen(false);
  else if (key !== "Enter") return;
  event.preventDefault();
}
