import type { ReactNode } from "react";

import type { Task } from "#modules/tasks/contract/tasks.ts";
import { hasPlannedVideo } from "#modules/tasks/rules/stages.ts";
import { Badge } from "#ui/badge.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Moment } from "#ui/timecode.tsx";

interface TaskBriefProps {
  task: Task;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Shown below the brief. */
  children?: ReactNode;
}

/** The full brief of a task, with the planned details of its video. */
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
      <PlannedVideo task={task} />
    </Dialog>
  );
}

/** The details with which the video will be published, as far as they are planned. */
export function PlannedVideo({ task }: { task: Task }) {
  if (!hasPlannedVideo(task)) return null;
  const { title, description, tags, thumbnail } = task;
  return (
    <section className="mt-6 border-t pt-4">
      <h3 className="font-heading text-xl">The video on YouTube</h3>
      <p className="text-sm text-soft">As planned by {task.youtuber.name}. It may still change.</p>
      <dl className="mt-4 flex max-w-prose flex-col gap-4">
        {title !== "" && (
          <Detail name="Title">
            <p dir="auto">{title}</p>
          </Detail>
        )}
        {description !== "" && (
          <Detail name="Description">
            <p dir="auto" className="break-words whitespace-pre-line">
              {description}
            </p>
          </Detail>
        )}
        {tags.length > 0 && (
          <Detail name="Tags">
            <ul className="mt-1 flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <li key={tag}>
                  <Badge>{tag}</Badge>
                </li>
              ))}
            </ul>
          </Detail>
        )}
        {thumbnail !== null && (
          <Detail name="Thumbnail">
            <img
              src={thumbnail}
              alt="The planned thumbnail"
              className="mt-1 aspect-video w-full max-w-sm rounded-xs bg-picture object-contain"
            />
          </Detail>
        )}
      </dl>
    </section>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
