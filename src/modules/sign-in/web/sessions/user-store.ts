import { create } from "zustand";
import { persist } from "zustand/middleware";

import { clearPersonalStorage } from "#core/web/personal-storage.ts";
import { user, type User } from "#modules/people/contract/people.ts";
import { type SignedInUser } from "#modules/sign-in/contract/sign-in.ts";

import { socketTokenKey, userStorageKey } from "../storage-keys.ts";

interface UserState {
  user: User | null;
  /** Whether the user may administer the server, as of the last answer. The server checks it on every request. */
  operator: boolean;
  /** Reason for which the session of this browser's last user ended without a logout. Kept over reloads, read by other tabs. */
  sessionEnd: string | null;
  /** Whether the last user has deleted the account in this tab. */
  accountDeleted: boolean;
}

const noUser: UserState = { user: null, operator: false, sessionEnd: null, accountDeleted: false };

function readStored(stored: unknown): UserState {
  if (typeof stored !== "object" || stored === null) return noUser;
  const parsed = user.safeParse("user" in stored ? stored.user : null);
  const operator = "operator" in stored && stored.operator === true;
  if (parsed.success && parsed.data.email !== "") return { ...noUser, user: parsed.data, operator };
  const end = "sessionEnd" in stored ? stored.sessionEnd : null;
  return { ...noUser, sessionEnd: typeof end === "string" ? end : null };
}

/** The last user of this browser, kept over reloads. It is verified with the server before it is used. */
export const useUserStore = create<UserState>()(
  persist((): UserState => noUser, { name: userStorageKey, merge: readStored }),
);

export function storeUser({ socketToken, operator, ...signedIn }: SignedInUser): void {
  localStorage.setItem(socketTokenKey, socketToken);
  useUserStore.setState({ ...noUser, user: signedIn, operator });
}

/** Updates the stored user, if there is one. */
export function changeUser(change: Partial<User>): void {
  const present = useUserStore.getState().user;
  if (present) useUserStore.setState({ user: { ...present, ...change } });
}

/** Removes the stored user, so that pages that need a login redirect to it. */
export function clearUser(why: Pick<UserState, "accountDeleted"> = { accountDeleted: false }): void {
  useUserStore.setState({ ...noUser, ...why });
  clearPersonalStorage();
}

/** Removes the stored user, whose session has ended. */
export function endUserSession(sessionEnd: string): void {
  if (useUserStore.getState().user === null) return;
  clearPersonalStorage();
  useUserStore.setState({ ...noUser, sessionEnd });
}

/** Reloads this tab when another one logged in as a different user or logged out. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== userStorageKey && event.key !== null) return;
  const currentId = useUserStore.getState().user?.id;
  void useUserStore.persist.rehydrate();
  if (currentId !== useUserStore.getState().user?.id) window.location.reload();
}
window.addEventListener("storage", followOtherTabs);
