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

/** Gives the focus back to what had it before a dialog opened; radix only knows dialogs with a trigger of their own. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = lastingOpener(document.activeElement);
    },
    onCloseAutoFocus: (event) => {
      if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}
