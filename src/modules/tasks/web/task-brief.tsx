import { Dialog } from "#ui/dialog.tsx";
import { Moment } from "#ui/timecode.tsx";

import type { Task } from "../contract.ts";

interface TaskBriefProps {
  task: Task;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The whole text of a task, and the words of its last rejection. */
export function TaskBrief({ task, open, onOpenChange }: TaskBriefProps) {
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
      {task.feedback && (
        <section className="mt-6 border-t pt-4">
          <h3 className="font-semibold">What should change</h3>
          <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line">
            {task.feedback}
          </p>
        </section>
      )}
    </Dialog>
  );
}
