import { useEffect, useEffectEvent, type RefObject } from "react";

import { shortcutKey } from "../shortcut-key.ts";
import type { Shuttle } from "./use-shuttle.ts";

export interface PlayerCommands extends Shuttle {
  togglePlay: () => void;
  /** Arrow keys: a small step, or a large one with Shift. */
  step: (direction: 1 | -1, big: boolean) => void;
  toggleMute: () => void;
  toggleFull: () => void;
  toStart?: () => void;
  toEnd?: () => void;
  /** Start, end and removal of a loop. */
  startLoop?: () => void;
  endLoop?: () => void;
  clearLoop?: () => void;
  showShortcuts?: () => void;
  /** Further commands by key, in lower case. */
  more?: Readonly<Record<string, () => void>>;
}

const keys: Record<string, (commands: PlayerCommands, event: KeyboardEvent) => void> = {
  home: (commands) => commands.toStart?.(),
  end: (commands) => commands.toEnd?.(),
  i: (commands) => commands.startLoop?.(),
  o: (commands) => commands.endLoop?.(),
  x: (commands) => commands.clearLoop?.(),
  "?": (commands) => commands.showShortcuts?.(),
  " ": (commands) => commands.togglePlay(),
  j: (commands) => commands.back(),
  k: (commands) => commands.stop(),
  l: (commands) => commands.forward(),
  m: (commands) => commands.toggleMute(),
  f: (commands) => commands.toggleFull(),
  arrowleft: (commands, event) => commands.step(-1, event.shiftKey),
  arrowright: (commands, event) => commands.step(1, event.shiftKey),
};

/** Whether the focused control handles the key itself, such as a text field, slider, menu or button. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("textarea, select, [role='menu'], [role='tab']"))
    return true;
  if (target instanceof HTMLInputElement)
    return target.type !== "range" || /^(?:Arrow|Page|Home|End)/.test(event.key);
  // A choice that is already made has no use for Space.
  return event.key === " " && target.matches("button:not([data-passes-space]), a, summary");
}

/**
 * Keyboard shortcuts of the player: space, J K L, arrows, Home, End, I, O, X, M, F, ?. The scope `player` handles them while the focus is inside
 * `root`, `page` everywhere except in fields and in dialogs that do not contain the player.
 */
export function usePlayerKeys(
  root: RefObject<HTMLElement | null>,
  commands: PlayerCommands,
  scope: "player" | "page" = "player",
): void {
  const onPress = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const inside = root.current?.contains(target) ?? false;
    if (!inside && (scope === "player" || target?.closest("[role='dialog'], [role='alertdialog']"))) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const key = shortcutKey(event);
    const run = keys[key] ?? commands.more?.[key];
    if (!run) return;
    event.preventDefault();
    run(commands, event);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => onPress(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
