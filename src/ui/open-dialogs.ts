import { useEffect } from "react";
import { create } from "zustand";

/** Number of modal dialogs on the screen. */
export const useOpenDialogs = create(() => 0);

/** Rendered inside a modal dialog, so that toasts make room for it. */
export function CountedDialog() {
  useEffect(() => {
    useOpenDialogs.setState((count) => count + 1, true);
    return () => useOpenDialogs.setState((count) => count - 1, true);
  }, []);
  return null;
}
