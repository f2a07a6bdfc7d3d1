import {
  Bell,
  ChartLine,
  Clapperboard,
  LogOut,
  MessageSquare,
  Server,
  Upload,
  UserRound,
} from "lucide-react";
import { lazy, useState } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";

import {
  adminPath,
  analyticsPath,
  messagesPath,
  notificationsPath,
  profilePath,
  publicationsPath,
  routePrefix,
  tasksPath,
} from "#core/paths.ts";
import { useNotificationToasts } from "#modules/notifications/web/public/use-notification-toasts.ts";
import { usePushSubscription } from "#modules/notifications/web/public/use-push-subscription.ts";
import { useUnread } from "#modules/notifications/web/public/use-unread.ts";
import { SignedIn, useIsOperator, useUser } from "#modules/sign-in/web/public/session.tsx";
import { useManagedTeams } from "#modules/team/web/public/use-managed-teams.ts";
import { AppLayout } from "#ui/app-layout.tsx";
import { LoadBoundary } from "#ui/load-boundary.tsx";
import { Logo } from "#ui/logo.tsx";
import { SidebarNav } from "#ui/sidebar-nav.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

import { useLogOut } from "../log-out.tsx";
import { routerLink } from "../router-link.tsx";
import { useMobileFlag } from "./use-mobile-flag.ts";

// Only for accounts without a role.
const RoleChoice = lazy(async () => ({
  default: (await import("#modules/team/web/public/role-choice.tsx")).RoleChoice,
}));

/** A screen beside the sidebar, or above a bottom bar on narrow windows. */
export function SidebarLayout() {
  return (
    <SignedIn placeholder={<SidebarSkeleton />}>
      <Sidebar />
    </SignedIn>
  );
}

/** The frame of a screen before the session is known, as after a return from another site. */
function SidebarSkeleton() {
  return (
    <AppLayout sidebar={<SidebarNav brand={<Logo />} entries={[]} />}>
      <main id="content" tabIndex={-1} className="px-4 pt-5 sm:px-6 wide:px-8 wide:pt-6">
        <Skeleton className="h-9 w-56 max-w-full" />
        <Skeleton className="mt-8 h-0.5 w-full" />
        <Skeleton className="mt-8 h-24 w-full" />
        <Skeleton className="mt-6 h-24 w-full" />
      </main>
    </AppLayout>
  );
}

function Sidebar() {
  const user = useUser();
  const { pathname, search, hash } = useLocation();
  const [initialRole] = useState(user?.role);
  const { askToLogOut, logOutDialog } = useLogOut();
  const unread = useUnread();
  const operator = useIsOperator();
  const { managed = [] } = useManagedTeams({ enabled: user !== null && user?.role !== "YOUTUBER" });
  useNotificationToasts();
  useMobileFlag();
  usePushSubscription();
  if (!user) return null;
  const prefix = routePrefix(user.role);
  const segments = pathname.split("/");
  const last = segments.at(-1);
  const hasPrefix = segments[1] === "y" || segments[1] === "c";
  // A profile has the prefix of its own user. After the choice of a role, its form navigates.
  if (hasPrefix && segments[1] !== prefix && segments[2] !== "profile" && user.role === initialRole) {
    const ownPathname = ["", prefix, ...segments.slice(2)].join("/");
    return <Navigate to={{ pathname: ownPathname, search, hash }} replace />;
  }
  // All others are asked for a role on every screen.
  const hasScreens = user.role !== "NORMAL" || managed.length > 0;
  const analytics = {
    label: "Analytics",
    icon: ChartLine,
    href: analyticsPath(user.role),
    active: segments[2] === "analytics",
  };
  const publishes = user.role === "YOUTUBER" || managed.length > 0;
  const publications = {
    label: "Publications",
    icon: Upload,
    href: publicationsPath(user.role),
    active: last === "publications",
  };
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
            { label: "Tasks", icon: Clapperboard, href: tasksPath(user.role), active: last === "tasks" },
            {
              label: "Messages",
              icon: MessageSquare,
              href: messagesPath(user.role),
              active: last === "messages",
              count: unread.messages,
              countLabel: "unread",
            },
            { label: "Profile", icon: UserRound, href: profilePath(user), active: segments[2] === "profile" },
            {
              label: "Notifications",
              icon: Bell,
              href: notificationsPath(user.role),
              active: last === "notifications",
              count: unread.notifications,
              countLabel: "unread",
            },
            ...(hasScreens ? [analytics] : []),
            ...(publishes ? [publications] : []),
            ...(operator ? [{ label: "Admin", icon: Server, href: adminPath(), wideOnly: true }] : []),
            {
              label: "Logout",
              icon: LogOut,
              onSelect: askToLogOut,
              last: true,
              // On narrow screens it is in the settings.
              wideOnly: hasScreens,
            },
          ]}
        />
      }
    >
      {user.role === "NORMAL" && last !== "settings" ? (
        <LoadBoundary>
          <RoleChoice>
            <Outlet />
          </RoleChoice>
        </LoadBoundary>
      ) : (
        <Outlet />
      )}
      {logOutDialog}
    </AppLayout>
  );
}
