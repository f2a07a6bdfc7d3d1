import type { ReactNode } from "react";

import { Dialog } from "#ui/dialog.tsx";
import { Moment } from "#ui/timecode.tsx";

import type { Task } from "../contract.ts";

interface TaskBriefProps {
  task: Task;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Shown below the brief. */
  children?: ReactNode;
}

/** The full brief of a task. */
export function TaskBrief({ task, open, onOpenChange, children }: TaskBriefProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<bdi>{task.taskTitle}</bdi>}
      description={
        <>
          Due <Moment at={new Date(task.deadline)} form="deadline" />
        </>
      }
    >
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {task.workDescription}
      </p>
      {children}
    </Dialog>
  );
}
