import { HomeLink } from "#modules/accounts/web/home-link.tsx";
import { useUser } from "#modules/accounts/web/session.tsx";
import { TaskRating } from "#modules/profiles/web/rate-action.tsx";
import { TopUsers } from "#modules/profiles/web/top-users.tsx";
import { UserSearch } from "#modules/profiles/web/user-search.tsx";
import { useUploadPercents } from "#modules/publishing/web/upload-percents.tsx";
import { UploadAction } from "#modules/review/web/upload-action.tsx";
import type { Task } from "#modules/tasks/contract.ts";
import { type Side, waitsForUpload } from "#modules/tasks/rules.ts";
import { TasksScreen } from "#modules/tasks/web/tasks-screen.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

function uploadAction(task: Task) {
  return <UploadAction task={task} offered={waitsForUpload(task)} />;
}

function rating(task: Task, side: Side) {
  return <TaskRating task={task} side={side} />;
}

export default function TasksPage() {
  const user = useUser();
  const percents = useUploadPercents();
  if (!user) return null;
  return (
    <TasksScreen
      user={user}
      percents={percents}
      uploadAction={uploadAction}
      rating={rating}
      headerStart={<HomeLink />}
      headerActions={
        <>
          <UserSearch />
          <ThemeMenu />
        </>
      }
      aside={<TopUsers />}
    />
  );
}
