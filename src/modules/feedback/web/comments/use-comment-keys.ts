import { useEffect, useEffectEvent } from "react";

import { shortcutKey } from "#ui/shortcut-key.ts";

interface CommentKeys {
  /** Selects the previous or next comment. */
  onStep: (direction: 1 | -1) => void;
  onWrite: () => void;
}

const taken =
  "input:not([type='range']), textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']";

/** Keyboard shortcuts of the comments, on the whole page except in fields and dialogs. */
export function useCommentKeys({ onStep, onWrite }: CommentKeys): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest(taken)) return;
    const command = {
      n: () => onStep(1),
      p: () => onStep(-1),
      c: onWrite,
    }[shortcutKey(event)];
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
