import { create } from "zustand";
import { persist } from "zustand/middleware";

interface UploadStorage {
  /** The task that is on its way to the platform; survives the way through the platform's consent screen. */
  taskId: number | null;
  setTaskId: (taskId: number | null) => void;
}

/** Kept under the key that the specification names (section 3). */
export const useUploadStorage = create<UploadStorage>()(
  persist((set) => ({ taskId: null, setTaskId: (taskId) => set({ taskId }) }), {
    name: "upload-video-storage",
  }),
);
