import type { ReactNode } from "react";

import { DialogBoundary } from "#ui/dialog-boundary.tsx";

import { usePaletteState } from "../palette/palette-state.ts";

/** A `LoadBoundary` around code that has the command palette: once that is to open, it says that it is loading or can't be loaded. */
export function PaletteBoundary({ children }: { children: ReactNode }) {
  const { open, setOpen } = usePaletteState();
  return (
    <DialogBoundary open={open} onClose={() => setOpen(false)}>
      {children}
    </DialogBoundary>
  );
}
