import { Upload } from "lucide-react";
import { useState } from "react";

import type { Task } from "#modules/tasks/contract.ts";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/lazy-dialog.tsx";

const UploadDialog = lazyDialog(async () => (await import("../upload-dialog.tsx")).UploadDialog);

interface UploadActionProps {
  task: Pick<Task, "id" | "taskTitle">;
  /** False while a version is being prepared. An open dialog stays open. */
  offered: boolean;
}

/** The editor's button for uploading the next version. */
export function UploadAction({ task, offered }: UploadActionProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {offered && (
        <Button variant="primary" size="small" onClick={() => setOpen(true)}>
          <Upload aria-hidden className="size-3.5" />
          Upload video
        </Button>
      )}
      {open && <UploadDialog taskId={task.id} taskTitle={task.taskTitle} onClose={() => setOpen(false)} />}
    </>
  );
}
