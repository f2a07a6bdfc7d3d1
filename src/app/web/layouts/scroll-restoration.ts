import { useLayoutEffect } from "react";
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

/**
 * Restores the scroll position after back, forward and reload; a link starts at the top or at its `#` target. Render it
 * beside the page inside the same Suspense, so that it runs once the page is rendered.
 */
export function ScrollRestoration() {
  const { key, pathname, hash } = useLocation();
  const returned = useNavigationType() === NavigationType.Pop;
  useLayoutEffect(() => {
    const entry = `${key} ${pathname}`;
    const position = returned ? positions.get(entry) : undefined;
    const target = hash === "" ? null : document.getElementById(hash.slice(1));
    if (position !== undefined) window.scrollTo(0, position);
    else if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
    const savePosition = () => positions.set(entry, window.scrollY);
    window.addEventListener("scroll", savePosition, { passive: true });
    return () => window.removeEventListener("scroll", savePosition);
  }, [key, pathname, hash, returned]);
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
