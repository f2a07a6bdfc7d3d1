import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { handOverFocus } from "./hand-over-focus.ts";

interface PageColumnsProps {
  children: ReactNode;
  /** The right panel; without it, or if it is empty, the main column is full width. */
  aside?: ReactNode;
  asideLabel?: string;
  /** Position of the panel below 1100 px. */
  asideWhenNarrow?: "below" | "hidden";
}

/**
 * A page's `<main id="content">` and right panel; one column below 1100 px. The page has one scrollbar: a panel that is taller than the
 * window scrolls with the page until its end is in view.
 */
export function PageColumns({ children, aside, asideLabel, asideWhenNarrow = "below" }: PageColumnsProps) {
  return (
    <div className="flex min-h-(--screen-height) flex-col wide:flex-row">
      <main
        ref={handOverFocus}
        id="content"
        tabIndex={-1}
        className="min-w-0 flex-1 px-4 pb-12 sm:px-6 wide:px-8"
      >
        {children}
      </main>
      {aside && (
        <aside
          aria-label={asideLabel}
          className={classNames(
            // Below the content, it waits for what it would be pushed down by.
            "max-wide:[main:has([data-skeleton])+&]:hidden border-t bg-panel px-4 py-7 sm:px-6 wide:sticky wide:bottom-(--upload-bar) empty:hidden! wide:min-h-(--screen-height) wide:w-75 wide:shrink-0 wide:self-end wide:border-t-0 wide:border-l wide:px-6 xl:w-90 xl:px-7",
            asideWhenNarrow === "hidden" && "hidden wide:block",
          )}
        >
          {aside}
        </aside>
      )}
    </div>
  );
}
