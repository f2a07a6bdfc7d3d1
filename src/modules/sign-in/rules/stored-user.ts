/** Local storage key of the token for the realtime connection. */
export const socketTokenKey = "socketToken";
export const userStorageKey = "user-storage";
/** Local storage key of the unsaved changes of task forms. */
export const taskDraftsKey = "task-drafts";
/** Local storage key of the task that is being edited. */
export const selectedTaskKey = "selected-task-storage";
/** Local storage key of the flag for windows narrower than 1100 px. */
export const mobileViewKey = "mobile-view-storage";
/** Local storage keys of unsent texts, and of messages and comments that the server has not confirmed. */
export const messageDraftsKey = "message-drafts";
export const messageOutboxKey = "message-outbox";
export const commentDraftsKey = "comment-drafts";
export const commentOutboxKey = "comment-outbox";
/** Local storage keys with data of the user, deleted at logout. */
export const personalStorageKeys = [
  userStorageKey,
  "task-storage",
  selectedTaskKey,
  mobileViewKey,
  taskDraftsKey,
  messageDraftsKey,
  messageOutboxKey,
  commentDraftsKey,
  commentOutboxKey,
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
