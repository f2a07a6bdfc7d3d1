import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";

import { IconButton } from "#ui/icon-button.tsx";
import { Kbd } from "#ui/kbd.tsx";

const SearchPalette = lazy(async () => ({
  default: (await import("./search-palette.tsx")).SearchPalette,
}));

const apple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** The search box in a page's header; opens the palette by a click or Cmd/Ctrl+J. */
export function UserSearch() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = (next: boolean) => {
    setWanted(true);
    setOpen(next);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "j" || !(event.metaKey || event.ctrlKey) || event.shiftKey) return;
      event.preventDefault();
      setWanted(true);
      setOpen((before) => !before);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+J Meta+J"
        onClick={() => show(true)}
        className="hidden h-10 w-56 items-center justify-between gap-2 rounded-sm border border-line px-3 text-sm text-soft transition-colors enabled-hover:border-edge enabled-hover:text-ink wide:flex"
      >
        <span className="flex items-center gap-2">
          <Search aria-hidden className="size-4" />
          Find people
        </span>
        <Kbd>{apple ? "⌘ J" : "Ctrl J"}</Kbd>
      </button>
      <IconButton
        label="Find people"
        icon={<Search className="size-5" strokeWidth={1.75} />}
        onClick={() => show(true)}
        className="wide:hidden"
      />
      {wanted && (
        <Suspense fallback={null}>
          <SearchPalette open={open} onOpenChange={show} />
        </Suspense>
      )}
    </>
  );
}
