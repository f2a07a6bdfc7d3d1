import type { KeyboardEvent } from "react";

import { shortcutKey } from "#ui/shortcut-key.ts";

/** The links of the notifications, in the order of the list. */
function linksIn(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-notification]")];
}

/** Steps of the keys that move the focus between notifications. */
const steps: Record<string, number> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 };

/**
 * Keys of the list: arrows or J and K move the focus to the next or previous notification, Home and End to the first or
 * last, R marks the focused one as read. Enter opens it, since the focus is on its link.
 */
export function handleInboxKey(event: KeyboardEvent<HTMLElement>, onRead: (id: number) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const links = linksIn(event.currentTarget);
  const row = event.target instanceof Element ? event.target.closest("article") : null;
  const at = links.findIndex((link) => row?.contains(link));
  const key = shortcutKey(event);
  if (key === "r" && at >= 0) {
    onRead(Number(links[at]?.dataset["notification"]));
    return;
  }
  const step = steps[key];
  const next = key === "home" ? 0 : key === "end" ? links.length - 1 : step === undefined ? null : at + step;
  if (next === null) return;
  event.preventDefault();
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}
