import { create } from "zustand";
import { persist } from "zustand/middleware";

import { selectedTaskKey } from "../storage-keys.ts";

interface EditedTask {
  /** The task in the edit form; the form reopens after a reload. */
  selectedTaskId: number | null;
  /** The user who opened the form. */
  selectedBy: number | null;
  selectTask: (id: number, by: number) => void;
  closeTask: () => void;
}

const none = { selectedTaskId: null, selectedBy: null };

/** The task that is being edited, stored in the browser. */
export const useEditedTask = create<EditedTask>()(
  persist(
    (set) => ({
      ...none,
      selectTask: (selectedTaskId, selectedBy) => set({ selectedTaskId, selectedBy }),
      closeTask: () => set(none),
    }),
    { name: selectedTaskKey },
  ),
);
