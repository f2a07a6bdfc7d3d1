import { Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import type { Task } from "#modules/tasks/contract.ts";
import { Button } from "#ui/button.tsx";

const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

interface UploadActionProps {
  task: Pick<Task, "id" | "taskTitle">;
  /** False while a version is being made watchable: no other is taken. A dialog that is open has just sent it, and stays. */
  offered: boolean;
}

/** For the editor: opens the dialog that uploads the next version. */
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
      <Suspense>
        {open && <UploadDialog taskId={task.id} taskTitle={task.taskTitle} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
