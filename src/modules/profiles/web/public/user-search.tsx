import { Search } from "lucide-react";

import { IconButton } from "#ui/icon-button.tsx";
import { Kbd } from "#ui/kbd.tsx";

import { usePaletteState } from "../palette/palette-state.ts";

const apple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** The search button in the page header; opens the command palette. */
export function UserSearch() {
  const { setOpen } = usePaletteState();
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+J Meta+J"
        onClick={() => setOpen(true)}
        className="hidden h-10 w-56 items-center justify-between gap-2 rounded-sm border border-line px-3 text-sm text-soft transition-colors enabled-hover:border-edge enabled-hover:text-ink wide:flex"
      >
        <span className="flex items-center gap-2">
          <Search aria-hidden className="size-4" />
          Search
        </span>
        <Kbd>{apple ? "⌘ J" : "Ctrl J"}</Kbd>
      </button>
      <IconButton
        label="Search"
        icon={<Search className="size-5" strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
        className="wide:hidden"
      />
    </>
  );
}
