import { HomeLink } from "#product/accounts/web/home-link.tsx";
import { useUser } from "#product/accounts/web/session.tsx";
import { TaskRating } from "#product/profiles/web/rate-action.tsx";
import { TopUsers } from "#product/profiles/web/top-users.tsx";
import { UserSearch } from "#product/profiles/web/user-search.tsx";
import { useUploadPercents } from "#product/publishing/web/upload-percents.tsx";
import { UploadAction } from "#product/review/web/upload-action.tsx";
import type { Task } from "#product/tasks/contract.ts";
import { type Side, waitsForUpload } from "#product/tasks/rules.ts";
import { TasksScreen } from "#product/tasks/web/tasks-screen.tsx";
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
