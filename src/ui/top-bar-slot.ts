import { createContext, type ReactNode, use } from "react";
import { createPortal } from "react-dom";

/** The element of a compact top bar that a page fills. */
export const TopBarSlot = createContext<HTMLElement | null>(null);

/** Shows its children in the compact top bar around the page; nothing until the bar is rendered. */
export function InTopBar({ children }: { children: ReactNode }) {
  const slot = use(TopBarSlot);
  return slot && createPortal(children, slot);
}
