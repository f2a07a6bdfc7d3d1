import { Settings2 } from "lucide-react";

import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { Inbox } from "../inbox/inbox.tsx";
import { SettingsPanel } from "../settings/settings-panel.tsx";

/** The user's notifications, newest first, and their settings. */
export function NotificationsScreen() {
  const user = useUser();
  return (
    <PageColumns asideLabel="Settings" aside={<SettingsPanel />}>
      <title>Notifications · Reelay</title>
      <PageHeader
        title="Notifications"
        start={<HomeLink />}
        actions={
          <>
            <a href="#settings" className={buttonClass("quiet", "medium", "wide:hidden")}>
              <Settings2 aria-hidden className="size-4" />
              <span className="max-sm:sr-only">Settings</span>
            </a>
            <ThemeMenu />
            {user && <SettingsLink user={user} />}
          </>
        }
      />
      <div className="max-w-4xl">
        <Inbox />
      </div>
    </PageColumns>
  );
}
