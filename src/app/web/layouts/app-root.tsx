import { Outlet, ScrollRestoration } from "react-router";

import { useUser } from "#product/accounts/web/session.tsx";

import { useLiveRefresh } from "../live.ts";

/** Around every page: the realtime connection of a signed-in person, and the scroll position of each page. */
export function AppRoot() {
  const user = useUser();
  useLiveRefresh(user?.id ?? null);
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
