import { create } from "zustand";

export const maxQueryLength = 50;

interface PaletteState {
  open: boolean;
  /** Text of the input, which is typed before the input is there, too. */
  query: string;
  setOpen: (open: boolean) => void;
  setQuery: (query: string) => void;
}

/** The command palette; the screen's search button and the shortcut open it, with an empty query. */
export const usePaletteState = create<PaletteState>()((set) => ({
  open: false,
  query: "",
  setOpen: (open) => set(open ? { open, query: "" } : { open }),
  setQuery: (query) => set({ query }),
}));
