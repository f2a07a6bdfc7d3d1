import { create } from "zustand";
import { persist } from "zustand/middleware";

import { useUser } from "#modules/accounts/web/session.tsx";

interface UploadStorage {
  taskId: number | null;
  /** Whose task it is: for somebody else who signs in here, none is on its way. */
  by: number | null;
}

/** Kept under the key that the specification names (section 3). */
const useUploadStorage = create<UploadStorage>()(
  persist((): UploadStorage => ({ taskId: null, by: null }), { name: "upload-video-storage" }),
);

/** The user's task that is on its way to the platform; survives the way through the platform's consent screen. */
export function useUploadTask(): number | null {
  const user = useUser();
  const { taskId, by } = useUploadStorage();
  return user && user.id === by ? taskId : null;
}

/** Notes which of the user's tasks goes on its way. */
export function useNoteUploadTask(): (taskId: number) => void {
  const by = useUser()?.id ?? null;
  return (taskId) => useUploadStorage.setState({ taskId, by });
}
