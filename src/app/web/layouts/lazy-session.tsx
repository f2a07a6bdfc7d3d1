import { usePaletteShortcut } from "#modules/profiles/web/public/palette-shortcut.ts";
import { useHasStoredUser } from "#modules/sign-in/web/public/use-stored-user.ts";
import { lazyCode } from "#ui/lazy-code.ts";
import { useLazyCode } from "#ui/use-lazy-code.ts";

import { AccountPlaceholder } from "./sign-in-links.tsx";

/** The session is a chunk of its own, so that public pages don't load it for visitors without an account. */
const session = lazyCode(() => import("./session.tsx"));

export const loadSession = session.load;

/** Rendered once beside the pages: realtime connection and toasts. */
export function LazySessionServices() {
  const { value } = useLazyCode(session);
  usePaletteShortcut(useHasStoredUser());
  return value && <value.SessionServices />;
}

/** The account link of the top navigation. */
export function LazySessionAccount() {
  const { value } = useLazyCode(session);
  return value ? <value.SessionAccount /> : <AccountPlaceholder />;
}
