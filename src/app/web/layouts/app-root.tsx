import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";

import { useUser } from "#product/accounts/web/session.tsx";

import { useLiveRefresh } from "../live.ts";

/** Around every page: the realtime connection of a signed-in person, and the scroll position of a new page. */
export function AppRoot() {
  const user = useUser();
  useLiveRefresh(user?.id ?? null);
  const { pathname } = useLocation();
  useEffect(() => window.scrollTo(0, 0), [pathname]);
  return <Outlet />;
}
