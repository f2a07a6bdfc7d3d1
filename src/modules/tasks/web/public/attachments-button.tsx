import { Paperclip } from "lucide-react";
import { useState } from "react";

import type { Task } from "#modules/tasks/contract/tasks.ts";
import { Button } from "#ui/button.tsx";

import { AttachmentsViewer } from "../tasks/attachments-viewer.tsx";

/** Opens the reference files of a task. */
export function AttachmentsButton({ task }: { task: Pick<Task, "taskTitle" | "attachments"> }) {
  const [open, setOpen] = useState(false);
  const count = task.attachments.length;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)} className="first:-ml-3">
        <Paperclip aria-hidden className="size-3.5" />
        {count === 1 ? "1 reference file" : `${count} reference files`}
      </Button>
      {open && (
        <AttachmentsViewer
          open
          onOpenChange={setOpen}
          taskTitle={task.taskTitle}
          attachments={task.attachments}
        />
      )}
    </>
  );
}
