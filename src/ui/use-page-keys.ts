import { useEffect, useEffectEvent } from "react";

import { shortcutKey } from "./shortcut-key.ts";

const excludedTargets =
  "input:not([type='range']), textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']";

/** Keyboard shortcuts on the whole page except in fields and dialogs, by key, such as `n`, `shift+n` or `alt+arrowup`. */
export function usePageKeys(commands: Readonly<Record<string, () => void>>): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (target instanceof Element && target.closest(excludedTargets)) return;
    const modifiers = `${event.altKey ? "alt+" : ""}${event.shiftKey ? "shift+" : ""}`;
    const command = commands[`${modifiers}${shortcutKey(event)}`];
    if (!command) return;
    event.preventDefault();
    command();
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => onPress(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
