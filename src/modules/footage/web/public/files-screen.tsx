import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Download, FolderDown } from "lucide-react";
import { Link } from "react-router";

import { isNotFound } from "#core/error.ts";
import { tasksPath } from "#core/paths.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { FootageOverview } from "#modules/footage/contract/files.ts";
import { HomeLink } from "#modules/people/web/public/home-link.tsx";
import { SettingsLink } from "#modules/people/web/public/settings-link.tsx";
import { DeadEnd } from "#modules/sign-in/web/public/dead-end.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { useTask } from "#modules/tasks/web/public/use-task.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageColumns } from "#ui/page-columns.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { useDownload } from "../downloads/use-download.ts";
import { useSaveToFolder } from "../downloads/use-save-to-folder.ts";
import { formatFileCount, formatTotals } from "../files/file-items.ts";
import { FilesContent } from "../files/files-content.tsx";
import { countFiles, listPlaces } from "../files/folder-tree.ts";
import { ListSkeleton } from "../files/list-skeleton.tsx";
import { overviewQuery } from "../queries.ts";
import { AddFiles } from "../sending/add-files.tsx";
import { ContinueSending } from "../sending/continue-sending.tsx";
import { DropZone } from "../sending/drop-zone.tsx";
import { SendingProgress } from "../sending/sending-progress.tsx";

/** The files of a task, in both directions. */
export function FilesScreen({ taskId }: { taskId: number | null }) {
  const user = useUser();
  return (
    <PageColumns>
      <title>Files · Reelay</title>
      <PageHeader
        title="Files"
        start={<HomeLink />}
        actions={
          <>
            <ThemeMenu />
            {user && <SettingsLink user={user} />}
          </>
        }
      />
      {taskId === null ? (
        <DeadEnd message="Invalid Task ID">Open the files from your Tasks screen.</DeadEnd>
      ) : (
        <TaskFiles taskId={taskId} />
      )}
    </PageColumns>
  );
}

function TaskFiles({ taskId }: { taskId: number }) {
  const overview = useQuery(overviewQuery(taskId));
  const task = useTask(taskId);
  const error = useLoadingError(overview);
  const role = useUser()?.role ?? "NORMAL";
  const title = task.data?.taskTitle ?? "";
  if (error && isNotFound(error)) return <DeadEnd message={error.message} />;
  if (error) {
    return (
      <ErrorState
        className="mt-6"
        message={error}
        onRetry={() => void overview.refetch()}
        retrying={overview.isFetching}
      />
    );
  }
  const { data } = overview;
  return (
    <DropZone taskId={taskId} title={title} enabled={data?.abilities.add ?? false}>
      {title && <title>{`Files of ${title} · Reelay`}</title>}
      <Link
        to={tasksPath(role, taskId)}
        className="inline-flex min-h-8 max-w-full items-center gap-2 text-soft hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4 shrink-0" />
        {title ? (
          <span dir="auto" className="truncate">
            {title}
          </span>
        ) : (
          <Skeleton className="h-4 w-48" />
        )}
      </Link>
      {data ? <Loaded taskId={taskId} title={title} overview={data} /> : <ListSkeleton />}
    </DropZone>
  );
}

interface LoadedProps {
  taskId: number;
  title: string;
  overview: FootageOverview;
}

function Loaded({ taskId, title, overview }: LoadedProps) {
  const { zip } = useDownload(taskId);
  const saving = useSaveToFolder(taskId);
  const { verifying, abilities, folders } = overview;
  const totals = countFiles(folders);
  const everything = { folders: listPlaces(folders).map((deliveredBy) => ({ deliveredBy, folder: "" })) };
  return (
    <>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="numerals mr-auto text-sm text-soft">
          {totals.files > 0 && `${formatTotals(totals)}${verifying.files > 0 ? " · " : ""}`}
          {verifying.files > 0 && `Verifying ${formatFileCount(verifying.files)}`}
        </p>
        {totals.files > 0 && (
          <>
            {saving.start && (
              <Button variant="quiet" disabled={saving.isRunning} onClick={() => saving.start?.(everything)}>
                <FolderDown aria-hidden className="size-4" />
                Save all to folder
              </Button>
            )}
            <Button onClick={() => zip.mutate(everything)} busy={zip.isPending && "Preparing..."}>
              <Download aria-hidden className="size-4" />
              Download all
            </Button>
            {abilities.add && <AddFiles taskId={taskId} title={title} />}
          </>
        )}
      </div>
      {abilities.add && <ContinueSending taskId={taskId} title={title} />}
      <SendingProgress taskId={taskId} />
      {totals.files > 0 ? (
        <FilesContent taskId={taskId} overview={overview} saving={saving} />
      ) : (
        <EmptyState
          title={verifying.files > 0 ? "The first files are being verified" : "No files yet"}
          action={abilities.add && <AddFiles taskId={taskId} title={title} />}
        >
          {verifying.files > 0
            ? "They appear here as soon as their checksums have been computed."
            : "Footage, sound, music, logos and project files of this task are here for both sides. Each one is stored with its checksum, which shows that it is unchanged."}
        </EmptyState>
      )}
    </>
  );
}
