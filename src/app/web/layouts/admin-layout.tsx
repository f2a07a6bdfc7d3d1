import {
  Activity,
  Clapperboard,
  HardDrive,
  ListChecks,
  ScrollText,
  Settings2,
  UserPlus,
  Users,
} from "lucide-react";
import { Link, Outlet, useLocation } from "react-router";

import { adminPath, type AdminSection, tasksPath } from "#core/paths.ts";
import { useIsOperator, useUser } from "#modules/sign-in/web/public/session.tsx";
import { AppLayout } from "#ui/app-layout.tsx";
import { Logo } from "#ui/logo.tsx";
import { SidebarNav } from "#ui/sidebar-nav.tsx";

import NotFoundPage from "../pages/not-found.tsx";
import { routerLink } from "../router-link.tsx";

const sections: readonly { section: AdminSection; label: string; icon: typeof Activity }[] = [
  { section: "overview", label: "Overview", icon: Activity },
  { section: "users", label: "Users", icon: Users },
  { section: "invitations", label: "Invites", icon: UserPlus },
  { section: "storage", label: "Storage", icon: HardDrive },
  { section: "jobs", label: "Jobs", icon: ListChecks },
  { section: "settings", label: "Settings", icon: Settings2 },
  { section: "log", label: "Log", icon: ScrollText },
];

/** The administration beside its sidebar. For others than operators, the page doesn't exist. */
export function AdminLayout() {
  const user = useUser();
  const operator = useIsOperator();
  const { pathname } = useLocation();
  if (user === undefined) return null;
  if (user === null || !operator) return <NotFoundPage />;
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
            ...sections.map(({ section, label, icon }) => {
              const href = adminPath(section);
              return { label, icon, href, active: pathname.replace(/\/$/, "") === href };
            }),
            { label: "Tasks", icon: Clapperboard, href: tasksPath(user.role), last: true },
          ]}
        />
      }
    >
      <Outlet />
    </AppLayout>
  );
}
