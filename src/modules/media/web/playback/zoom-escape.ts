import type { Zoom } from "../public/use-zoom.ts";

/** Elements that handle Escape themselves. */
const takers =
  "textarea, select, input:not([type=range]), [contenteditable], [role=menu], [role=listbox], [role=dialog], [role=alertdialog]";

/** Escape shows the whole picture before it does anything else on the page; returns a function that ends this. */
export function attachEscape({ view, showWhole }: Zoom): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || view().scale === 1) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(takers) || document.querySelector("[data-takes-escape]")) return;
    event.preventDefault();
    event.stopPropagation();
    showWhole();
  };
  document.addEventListener("keydown", press, { capture: true });
  return () => document.removeEventListener("keydown", press, { capture: true });
}
