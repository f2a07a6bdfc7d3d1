import { create } from "zustand";
import { persist } from "zustand/middleware";

interface TaskStorage {
  /** The task whose form is open for editing; it opens again after a reload. */
  selectedTaskId: number | null;
  selectTask: (id: number | null) => void;
}

/** Kept under the key that the specification names (section 3). */
export const useTaskStorage = create<TaskStorage>()(
  persist(
    (set) => ({
      selectedTaskId: null,
      selectTask: (selectedTaskId) => set({ selectedTaskId }),
    }),
    { name: "task-storage" },
  ),
);
