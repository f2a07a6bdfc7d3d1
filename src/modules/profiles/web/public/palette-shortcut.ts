import { useEffect } from "react";

import { shortcutKey } from "#ui/shortcut-key.ts";

import { usePaletteState } from "../palette/palette-state.ts";

/**
 * Opens and closes the command palette with Cmd/Ctrl+J. Apart from the palette, which is loaded after the page: what is pressed
 * before opens it as soon as it is there.
 */
export function usePaletteShortcut(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== "j" || !(event.metaKey || event.ctrlKey) || event.shiftKey) return;
      event.preventDefault();
      const { open, setOpen } = usePaletteState.getState();
      setOpen(!open);
    };
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("keydown", press);
      // Otherwise it would open at the next login.
      usePaletteState.getState().setOpen(false);
    };
  }, [enabled]);
}
