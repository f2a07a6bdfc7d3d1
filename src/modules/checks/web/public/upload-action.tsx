import { Upload } from "lucide-react";
import { lazy, useState } from "react";

import { sentPercent, useRunningUpload } from "#modules/media/web/public/uploads.ts";
import type { OpenComments } from "#modules/review/web/public/open-comments.tsx";
import type { TaskUpload } from "#modules/review/web/public/use-task-upload.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { formatPercent } from "#ui/format.ts";

const UploadDialog = lazy(async () => ({
  default: (await import("../uploads/upload-dialog.tsx")).UploadDialog,
}));

interface UploadActionProps {
  task: Pick<Task, "id" | "taskTitle">;
  /** The stored part of an unfinished upload, where it is known. */
  stored?: TaskUpload | null;
  /** Comments that the version should answer. */
  openComments?: OpenComments | null;
  onOpen?: () => void;
  /** False while a version is being prepared. An open dialog stays open. */
  offered: boolean;
  /** Whether another action comes first. */
  secondary?: boolean;
}

/** The editor's button for uploading the next version, or for an upload that is running or unfinished. */
export function UploadAction({
  task,
  stored = null,
  openComments = null,
  onOpen,
  offered,
  secondary = false,
}: UploadActionProps) {
  const [open, setOpen] = useState(false);
  const label = useLabel(task.id, stored);
  const openDialog = () => {
    onOpen?.();
    setOpen(true);
  };
  return (
    <>
      {offered && (
        <Button variant={secondary ? "outline" : "primary"} size="small" onClick={openDialog}>
          <Upload aria-hidden className="size-3.5" />
          {label}
        </Button>
      )}
      {open && (
        <DialogBoundary onClose={() => setOpen(false)}>
          <UploadDialog
            taskId={task.id}
            taskTitle={task.taskTitle}
            openComments={openComments}
            onClose={() => setOpen(false)}
          />
        </DialogBoundary>
      )}
    </>
  );
}

/** "Upload video", "uploading, 36%", or "36%, resume" if nobody is sending the rest. */
function useLabel(taskId: number, stored: TaskUpload | null): string {
  const running = useRunningUpload(taskId);
  const sending = running && running.failure === null ? running : null;
  if (!sending && !stored) return "Upload video";
  const percent = formatPercent(sending ? sentPercent(sending) : (stored?.percent ?? 0));
  const isSent = sending ? sending.phase !== "paused" : stored?.active && !running;
  return isSent ? `uploading, ${percent}` : `${percent}, resume`;
}
