import { lazy, useState } from "react";

import type { User } from "#modules/people/contract/people.ts";

import { usePaletteState } from "../palette/palette-state.ts";
import { PaletteBoundary } from "./palette-boundary.tsx";

const SearchPalette = lazy(async () => ({
  default: (await import("../palette/search-palette.tsx")).SearchPalette,
}));

interface PaletteProps {
  user: User;
  /** Called by the command "Log out". */
  onLogOut: () => void;
}

/** The command palette of a signed-in user on every screen (`usePaletteShortcut`). Loaded when it is first opened. */
export function Palette({ user, onLogOut }: PaletteProps) {
  const { open, setOpen } = usePaletteState();
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <PaletteBoundary>
      <SearchPalette user={user} open={open} onOpenChange={setOpen} onLogOut={onLogOut} />
    </PaletteBoundary>
  );
}
