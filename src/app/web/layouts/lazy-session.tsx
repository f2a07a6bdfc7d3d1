import { lazy } from "react";

import { PaletteBoundary } from "#modules/profiles/web/public/palette-boundary.tsx";
import { usePaletteShortcut } from "#modules/profiles/web/public/palette-shortcut.ts";
import { useHasStoredUser } from "#modules/sign-in/web/public/use-stored-user.ts";
import { LoadBoundary } from "#ui/load-boundary.tsx";

import { AccountPlaceholder } from "./sign-in-links.tsx";

// The session is a chunk of its own, so that public pages don't load it for visitors without an account.
const SessionServices = lazy(async () => ({ default: (await import("./session.tsx")).SessionServices }));
const SessionAccount = lazy(async () => ({ default: (await import("./session.tsx")).SessionAccount }));

/** Rendered once beside the pages: realtime connection and toasts. */
export function LazySessionServices() {
  usePaletteShortcut(useHasStoredUser());
  return (
    <PaletteBoundary>
      <SessionServices />
    </PaletteBoundary>
  );
}

/** The account link of the top navigation. */
export function LazySessionAccount() {
  return (
    <LoadBoundary fallback={<AccountPlaceholder />} failure={<AccountPlaceholder />}>
      <SessionAccount />
    </LoadBoundary>
  );
}
