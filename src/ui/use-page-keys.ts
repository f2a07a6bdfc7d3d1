import { useEffect, useEffectEvent } from "react";

import { shortcutKey } from "./shortcut-key.ts";

const excludedTargets =
  "input:not([type='range']), textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']";

/** Keyboard shortcuts on the whole page except in fields and dialogs, by key, such as `n` or `shift+n`. */
export function usePageKeys(commands: Readonly<Record<string, () => void>>): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest(excludedTargets)) return;
    const command = commands[`${event.shiftKey ? "shift+" : ""}${shortcutKey(event)}`];
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
