/** Local storage key of the token for the realtime connection. */
export const socketTokenKey = "socketToken";
export const userStorageKey = "user-storage";
/** Local storage key of the unsaved changes of task forms. */
export const taskDraftsKey = "task-drafts";
/** Local storage keys with data of the user, deleted at logout. */
export const personalStorageKeys = [
  userStorageKey,
  "task-storage",
  taskDraftsKey,
  "upload-video-storage",
  socketTokenKey,
] as const;

/**
 * Whether the text stored under `userStorageKey` has a user with an email. Only then does the app request the session,
 * so that public pages load nothing of it for visitors.
 */
export function containsUser(stored: string | null): boolean {
  if (stored === null) return false;
  try {
    const { state } = JSON.parse(stored) as { state?: { user?: { email?: unknown } | null } };
    const email = state?.user?.email;
    return typeof email === "string" && email !== "";
  } catch {
    return false;
  }
}
