import { create } from "zustand";
import { persist } from "zustand/middleware";

interface TaskStorage {
  /** The task whose form is open for editing; it opens again after a reload. */
  selectedTaskId: number | null;
  /** Who opened it: for somebody else who signs in here, nothing is open. */
  selectedBy: number | null;
  selectTask: (id: number, by: number) => void;
  closeTask: () => void;
}

const nothing = { selectedTaskId: null, selectedBy: null };

/** Kept under the key that the specification names (section 3). */
export const useTaskStorage = create<TaskStorage>()(
  persist(
    (set) => ({
      ...nothing,
      selectTask: (selectedTaskId, selectedBy) => set({ selectedTaskId, selectedBy }),
      closeTask: () => set(nothing),
    }),
    { name: "task-storage" },
  ),
);
