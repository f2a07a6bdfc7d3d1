import { create } from "zustand";
import { persist } from "zustand/middleware";

import { user, type SignedInUser, type User } from "../contract.ts";
import { personalStorageKeys, socketTokenKey, userStorageKey } from "../rules/stored-user.ts";

interface UserState {
  user: User | null;
}

const nobody: UserState = { user: null };

function readStored(stored: unknown): UserState {
  const found = typeof stored === "object" && stored !== null && "user" in stored ? stored.user : null;
  const parsed = user.safeParse(found);
  return parsed.success && parsed.data.email !== "" ? { user: parsed.data } : nobody;
}

/** The last known user of this browser, kept over reloads; what it says is checked before anything is shown. */
export const useUserStore = create<UserState>()(
  persist((): UserState => nobody, { name: userStorageKey, merge: readStored }),
);

export function rememberUser({ socketToken, ...signedIn }: SignedInUser): void {
  localStorage.setItem(socketTokenKey, socketToken);
  useUserStore.setState({ user: signedIn });
}

/** Shows what has been changed of oneself at once; does nothing when nobody is signed in. */
export function changeUser(change: Partial<User>): void {
  const present = useUserStore.getState().user;
  if (present) useUserStore.setState({ user: { ...present, ...change } });
}

/** Removes everything that this browser has stored of a person. */
export function clearPersonalStorage(): void {
  for (const key of personalStorageKeys) localStorage.removeItem(key);
}

/** Nobody is signed in any more; guarded pages show the way to sign in. */
export function forgetUser(): void {
  useUserStore.setState(nobody);
  clearPersonalStorage();
}

/** Another tab signed in as somebody else, or out: this one starts over, so that no screen stays of the other person. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== userStorageKey && event.key !== null) return;
  const shown = useUserStore.getState().user?.id;
  void useUserStore.persist.rehydrate();
  if (shown !== useUserStore.getState().user?.id) window.location.reload();
}
window.addEventListener("storage", followOtherTabs);
