import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const storageKey = "places-on-pages";
const places = new Map<string, number>(readPlaces());

function readPlaces(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
    return Object.entries(stored ?? {}).filter(([, top]) => typeof top === "number");
  } catch {
    return [];
  }
}

function keepPlaces(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(places)));
  } catch {
    // Storage is blocked: a reload starts at the top.
  }
}

/**
 * Where a page is scrolled to: back and reload find the place where it was left, a link starts at the top or at the
 * part of the page that its # names. Stands beside the page inside its Suspense, so that it acts when the page is there.
 */
export function PlaceOnPage() {
  const { key, pathname, hash } = useLocation();
  const returned = useNavigationType() === NavigationType.Pop;
  useLayoutEffect(() => {
    const place = `${key} ${pathname}`;
    const left = returned ? places.get(place) : undefined;
    const named = hash === "" ? null : document.getElementById(hash.slice(1));
    if (left !== undefined) window.scrollTo(0, left);
    else if (named) named.scrollIntoView();
    else window.scrollTo(0, 0);
    const note = () => places.set(place, window.scrollY);
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, [key, pathname, hash, returned]);
  useLayoutEffect(() => {
    const before = history.scrollRestoration;
    history.scrollRestoration = "manual";
    window.addEventListener("pagehide", keepPlaces);
    return () => {
      history.scrollRestoration = before;
      window.removeEventListener("pagehide", keepPlaces);
    };
  }, []);
  return null;
}
