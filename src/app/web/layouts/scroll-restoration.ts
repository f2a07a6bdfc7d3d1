import { useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const storageKey = "scroll-positions";
/** Vertical scroll positions in pixels by history entry. */
const positions = new Map<string, number>(readPositions());

function readPositions(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
    return Object.entries(stored ?? {}).filter(([, top]) => typeof top === "number");
  } catch {
    return [];
  }
}

function storePositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(positions)));
  } catch {
    // Storage is blocked: a reload starts at the top.
  }
}

/** Whether the document was opened by a link or an address, not by reload, back or forward. */
function isFirstVisit(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => "type" in entry && entry.type === "navigate");
}

/** Moves the focus to the content of a page, if the element that had it left with the page before. */
function focusContent(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById("content")?.focus({ preventScroll: true });
}

/**
 * Restores the scroll position after back, forward and reload; a link starts at the top or at its `#` target. A
 * prerendered page that was scrolled before its script ran stays where it is. After a link, the focus is on the page. Render it beside the page inside the same
 * Suspense, so that it runs once the page is rendered.
 */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const popped = useNavigationType() === NavigationType.Pop;
  const hasRun = useRef(false);
  useLayoutEffect(() => {
    const isInitial = !hasRun.current;
    hasRun.current = true;
    const entry = `${key} ${pathname}`;
    if (!isInitial || window.scrollY === 0) {
      const returned = popped && !(isInitial && isFirstVisit());
      const position = returned ? positions.get(entry) : undefined;
      const target = hash === "" ? null : document.getElementById(hash.slice(1));
      if (position !== undefined) window.scrollTo(0, position);
      else if (target) target.scrollIntoView();
      else window.scrollTo(0, 0);
    }
    if (!isInitial) focusContent();
    const savePosition = () => positions.set(entry, window.scrollY);
    savePosition();
    window.addEventListener("scroll", savePosition, { passive: true });
    return () => window.removeEventListener("scroll", savePosition);
  }, [key, pathname, hash, popped]);
  useLayoutEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = "manual";
    window.addEventListener("pagehide", storePositions);
    return () => {
      history.scrollRestoration = before;
      window.removeEventListener("pagehide", storePositions);
    };
  }, []);
  return null;
}
