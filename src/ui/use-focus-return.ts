import { useRef } from "react";

interface FocusReturn {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/** What will still be there when the dialog closes: for a menu's item, the button that opened the menu. */
function lastingOpener(active: Element | null): Element | null {
  const menu = active?.closest("[role='menu']")?.getAttribute("aria-labelledby");
  return menu ? document.getElementById(menu) : active;
}

/** Where to go on when what opened the dialog went meanwhile: in what it stood in, at worst at the page's content. */
function nextBest(article: Element | null): HTMLElement | null {
  const control = article?.isConnected && article.querySelector<HTMLElement>("a[href], button:enabled");
  return control || document.getElementById("content");
}

/** Gives the focus back to what had it before a dialog opened; radix only knows dialogs with a trigger of their own. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null);
  const article = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = lastingOpener(document.activeElement);
      article.current = opener.current?.closest("article") ?? null;
    },
    onCloseAutoFocus: (event) => {
      if (!(opener.current instanceof HTMLElement)) return;
      event.preventDefault();
      if (opener.current.isConnected) opener.current.focus();
      else nextBest(article.current)?.focus({ preventScroll: true });
    },
  };
}
