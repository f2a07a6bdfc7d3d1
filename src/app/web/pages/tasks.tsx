import { useSearchParams } from "react-router";

import { taskParameter } from "#core/paths.ts";
import { TasksScreen } from "#modules/board/web/public/tasks-screen.tsx";
import { ReadOnVisit } from "#modules/notifications/web/public/read-on-visit.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { TopUsers } from "#modules/profiles/web/public/top-users.tsx";
import { UserSearch } from "#modules/profiles/web/public/user-search.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

export default function TasksPage() {
  const user = useUser();
  const [params] = useSearchParams();
  if (!user) return null;
  return (
    <>
      <ReadOnVisit screen="tasks" taskId={Number(params.get(taskParameter)) || undefined} />
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
        aside={user.role !== "NORMAL" && <TopUsers />}
      />
    </>
  );
}
