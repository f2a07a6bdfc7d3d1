import { useEffect, useEffectEvent } from "react";

import type { Shortcut } from "#ui/player/shortcut-list.tsx";
import { shortcutKey } from "#ui/shortcut-key.ts";

interface CommentKeys {
  /** Selects the previous or next comment. */
  onStep: (direction: 1 | -1) => void;
  onWrite: () => void;
}

export const commentShortcuts: readonly Shortcut[] = [
  { keys: ["P", "N"], label: "Previous or next comment" },
  { keys: ["C"], label: "Write a comment" },
  { keys: ["Ctrl Enter"], label: "Send the comment" },
];

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
