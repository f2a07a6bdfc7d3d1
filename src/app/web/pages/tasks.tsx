import { AnalyticsLink } from "#modules/analytics/web/public/analytics-link.tsx";
import { TasksScreen } from "#modules/board/web/public/tasks-screen.tsx";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { TopUsers } from "#modules/profiles/web/public/top-users.tsx";
import { UserSearch } from "#modules/profiles/web/public/user-search.tsx";
import { PublicationsLink } from "#modules/publishing/web/public/publications-link.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

export default function TasksPage() {
  const user = useUser();
  if (!user) return null;
  const publications = <PublicationsLink role={user.role} />;
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
      listActions={
        <>
          {user.role === "YOUTUBER" && publications}
          <AnalyticsLink role={user.role} />
        </>
      }
      managerActions={user.role !== "YOUTUBER" && publications}
      aside={<TopUsers />}
    />
  );
}
