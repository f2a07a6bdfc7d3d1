import { create } from "zustand";

interface PaletteState {
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** Whether the command palette is open; the screen's search button and the shortcut open it. */
export const usePaletteState = create<PaletteState>()((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}));
