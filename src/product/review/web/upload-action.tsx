import { Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import type { Task } from "#product/tasks/contract.ts";
import { Button } from "#ui/button.tsx";

const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

/** For the editor: opens the dialog that uploads the next version. */
export function UploadAction({ task }: { task: Pick<Task, "id" | "taskTitle"> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" size="small" onClick={() => setOpen(true)}>
        <Upload aria-hidden className="size-3.5" />
        Upload video
      </Button>
      <Suspense>
        {open && <UploadDialog taskId={task.id} taskTitle={task.taskTitle} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
