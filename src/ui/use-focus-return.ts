import { useRef } from "react";

interface FocusReturn {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/** The element to focus after closing: for a menu item, the button of the menu. */
function persistentOpener(active: Element | null): Element | null {
  const menu = active?.closest("[role='menu']")?.getAttribute("aria-labelledby");
  return menu ? document.getElementById(menu) : active;
}

/** Fallback when the opener was removed: the first control of its article, or the page's content. */
function fallbackTarget(article: Element | null): HTMLElement | null {
  const control = article?.isConnected && article.querySelector<HTMLElement>("a[href], button:enabled");
  return control || document.getElementById("content");
}

/** Returns the focus to the element that had it before a dialog opened; Radix does this only for its own triggers. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null);
  const article = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = persistentOpener(document.activeElement);
      article.current = opener.current?.closest("article") ?? null;
    },
    onCloseAutoFocus: (event) => {
      if (!(opener.current instanceof HTMLElement)) return;
      event.preventDefault();
      if (opener.current.isConnected) opener.current.focus();
      else fallbackTarget(article.current)?.focus({ preventScroll: true });
    },
  };
}
