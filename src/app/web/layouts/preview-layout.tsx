import type { ReactNode } from "react";
import { Link } from "react-router";

import { messagesPath, notificationsPath, profilePath, settingsPath, tasksPath } from "#core/paths.ts";
import { useUnread } from "#modules/notifications/web/public/use-unread.ts";
import type { User } from "#modules/people/contract/people.ts";
import { AvatarLink } from "#modules/people/web/public/avatar-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { CompactBar } from "#ui/compact-bar.tsx";
import { Logo } from "#ui/logo.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { useLogOut } from "../log-out.tsx";
import { routerLink } from "../router-link.tsx";

/** The preview has its header in a compact navigation, which leaves more space for the picture. Its menu has the app's entries. */
export function PreviewLayout({ children }: { children: ReactNode }) {
  const user = useUser();
  const { askToLogOut, logOutDialog } = useLogOut();
  const unread = useUnread();
  return (
    <>
      <CompactBar
        brand={
          <Link to="/" className="flex min-h-11 items-center">
            <Logo markOnly />
          </Link>
        }
        links={user ? [...entries(user, unread), { label: "Log out", onSelect: askToLogOut }] : []}
        unread={unread.total}
        link={routerLink}
        end={
          <>
            <ThemeMenu />
            {user && <AvatarLink user={user} />}
          </>
        }
      >
        {children}
      </CompactBar>
      {logOutDialog}
    </>
  );
}

function entries(user: User, unread: { messages: number; notifications: number }) {
  return [
    { label: "Tasks", href: tasksPath(user.role) },
    { label: "Messages", href: messagesPath(user.role), unread: unread.messages },
    { label: "Notifications", href: notificationsPath(user.role), unread: unread.notifications },
    { label: "Profile", href: profilePath(user) },
    { label: "Settings", href: settingsPath(user.role) },
  ];
}
