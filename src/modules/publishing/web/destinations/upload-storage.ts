import { create } from "zustand";
import { persist } from "zustand/middleware";

import { useUser } from "#modules/sign-in/web/public/session.tsx";

import { uploadStorageKey } from "../storage-keys.ts";

interface UploadStorage {
  taskId: number | null;
  /** The user the task belongs to; it is ignored for any other user of this browser. */
  by: number | null;
}

/** The name is part of the public interface; it must not change. */
export const useUploadStorage = create<UploadStorage>()(
  persist((): UploadStorage => ({ taskId: null, by: null }), { name: uploadStorageKey }),
);

/** The task that the user is publishing; kept while the platform's consent screen is open. */
export function useUploadTask(): number | null {
  const user = useUser();
  const { taskId, by } = useUploadStorage();
  return user && user.id === by ? taskId : null;
}

/** A function that stores the task that the user is publishing. */
export function useSetUploadTask(): (taskId: number) => void {
  const by = useUser()?.id ?? null;
  return (taskId) => useUploadStorage.setState({ taskId, by });
}
