import { Bell, Clapperboard, LogOut, UserRound } from "lucide-react";
import { useState } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";

import { profilePath, routePrefix } from "#modules/accounts/rules.ts";
import { ChooseRole } from "#modules/accounts/web/choose-role.tsx";
import { LogOutDialog } from "#modules/accounts/web/log-out-dialog.tsx";
import { SignedIn, useUser } from "#modules/accounts/web/session.tsx";
import { useNotificationToasts, useUnreadCount } from "#modules/notifications/web/unread.tsx";
import { AppLayout } from "#ui/app-layout.tsx";
import { Logo } from "#ui/logo.tsx";
import { SidebarNav } from "#ui/sidebar-nav.tsx";

import { routerLink } from "../router-link.tsx";

/** The sidebar beside the work screens; a bottom bar when narrow (specification, section 2, "Sidebar"). */
export function SidebarLayout() {
  return (
    <SignedIn>
      <Work />
    </SignedIn>
  );
}

function Work() {
  const user = useUser();
  const { pathname, search, hash } = useLocation();
  const [arrivedAs] = useState(user?.role);
  const [leaving, setLeaving] = useState(false);
  const unread = useUnreadCount();
  useNotificationToasts();
  if (!user) return null;
  const prefix = routePrefix(user.role);
  const segments = pathname.split("/");
  const last = segments.at(-1);
  // Profiles stand under the prefix of whom they show. Somebody who has just chosen a role is led on by that.
  if (segments[1] !== prefix && segments[2] !== "profile" && user.role === arrivedAs) {
    const own = ["", prefix, ...segments.slice(2)].join("/");
    return <Navigate to={{ pathname: own, search, hash }} replace />;
  }
  return (
    <AppLayout
      sidebar={
        <SidebarNav
          brand={
            <Link to="/" className="flex min-h-11 items-center">
              <Logo />
            </Link>
          }
          link={routerLink}
          entries={[
            { label: "Tasks", icon: Clapperboard, href: `/${prefix}/tasks`, active: last === "tasks" },
            { label: "Profile", icon: UserRound, href: profilePath(user), active: segments.length === 4 },
            {
              label: "Notifications",
              icon: Bell,
              href: `/${prefix}/notifications`,
              active: last === "notifications",
              count: unread,
              countLabel: "unread",
            },
            { label: "Logout", icon: LogOut, onSelect: () => setLeaving(true), last: true },
          ]}
        />
      }
    >
      {user.role === "NORMAL" && last !== "settings" ? <ChooseRole /> : <Outlet />}
      <LogOutDialog open={leaving} onOpenChange={setLeaving} />
    </AppLayout>
  );
}
