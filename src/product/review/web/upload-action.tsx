import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { lazy, Suspense, useState } from "react";

import type { Task } from "#product/tasks/contract.ts";
import { Button } from "#ui/button.tsx";

import { versionsQuery } from "./queries.ts";

const UploadDialog = lazy(async () => ({ default: (await import("./upload-dialog.tsx")).UploadDialog }));

/** For the editor: opens the dialog that uploads the next version, and says what becomes of what was sent. */
export function UploadAction({ task }: { task: Pick<Task, "id" | "taskTitle"> }) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        size="small"
        onClick={() => {
          setOpen(true);
          setUsed(true);
        }}
      >
        <Upload aria-hidden className="size-3.5" />
        Upload video
      </Button>
      <Suspense>
        {open && <UploadDialog taskId={task.id} taskTitle={task.taskTitle} onClose={() => setOpen(false)} />}
      </Suspense>
      {used && <Arrival taskId={task.id} />}
    </>
  );
}

/** The task itself stays where it was until a version can be watched. */
function Arrival({ taskId }: { taskId: number }) {
  const last = useQuery(versionsQuery(taskId)).data?.[0];
  const words =
    last?.state === "preparing"
      ? `Version ${last.number} has arrived and is being made watchable.`
      : last?.state === "refused"
        ? `${last.fileName} can’t be used. ${last.refusal}`
        : null;
  return (
    <output className={words === null ? "sr-only" : "basis-full text-sm break-words text-soft"}>
      {words}
    </output>
  );
}
