/** Where the browser keeps the token of the realtime connection. */
export const socketTokenKey = "socketToken";
export const userStorageKey = "user-storage";
/** Everything that the browser keeps of a person (specification, section 3); all of it goes at logout. */
export const personalStorageKeys = [
  userStorageKey,
  "task-storage",
  "upload-video-storage",
  socketTokenKey,
] as const;

/**
 * True where what is stored under `userStorageKey` names a user's email. Only then is the server asked who is signed in
 * (specification, section 7), so public pages load nothing of the session for everybody else. Takes any text.
 */
export function namesUser(stored: string | null): boolean {
  if (stored === null) return false;
  try {
    const { state } = JSON.parse(stored) as { state?: { user?: { email?: unknown } | null } };
    const email = state?.user?.email;
    return typeof email === "string" && email !== "";
  } catch {
    return false;
  }
}
