import { TasksScreen } from "#modules/board/web/tasks-screen.tsx";
import { HomeLink } from "#modules/people/web/home-link.tsx";
import { SettingsLink } from "#modules/people/web/settings-link.tsx";
import { TopUsers } from "#modules/profiles/web/top-users.tsx";
import { UserSearch } from "#modules/profiles/web/user-search.tsx";
import { useUser } from "#modules/sign-in/web/session.tsx";
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
          <UserSearch />
          <ThemeMenu />
          <SettingsLink user={user} />
        </>
      }
      aside={<TopUsers />}
    />
  );
}
