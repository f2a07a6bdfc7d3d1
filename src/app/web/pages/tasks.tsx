import { Link } from "react-router";

import { publicationsPath } from "#core/paths.ts";
import { TasksScreen } from "#modules/board/web/public/tasks-screen.tsx";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { TopUsers } from "#modules/profiles/web/public/top-users.tsx";
import { UserSearch } from "#modules/profiles/web/public/user-search.tsx";
import { PublicationsLink } from "#modules/publishing/web/public/publications-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { ThemeMenu } from "#ui/theme-menu.tsx";

export default function TasksPage() {
  const user = useUser();
  if (!user) return null;
  return (
    <TasksScreen
      user={user}
      headerStart={<HomeLink />}
      headerActions={
        <>
          {user.role === "YOUTUBER" && <PublicationsLink />}
          <UserSearch />
          <ThemeMenu />
          <SettingsLink user={user} />
        </>
      }
      aside={
        <>
          {user.role === "YOUTUBER" && (
            <Link
              to={publicationsPath("YOUTUBER")}
              className={buttonClass("outline", "medium", "mb-6 sm:hidden")}
            >
              Publications
            </Link>
          )}
          <TopUsers />
        </>
      }
    />
  );
}
