import { Link } from "react-router";

import type { Message } from "#modules/messages/contract/messages.ts";
import { playheadPosition, stageLabel, trackPosition, trackSteps } from "#modules/tasks/rules/stages.ts";
import { Timecode } from "#ui/timecode.tsx";
import { Track } from "#ui/track.tsx";

import { taskPath } from "./task-path.ts";
import { timeOfDay } from "./time-text.ts";

interface TaskEventProps {
  message: Message;
  readerId: number;
  /** Whether it is the task's last event, which shows the task as it is now. */
  isLast: boolean;
  /** The tasks of both users as they are now, while loading undefined. */
  tasks: readonly NonNullable<Message["task"]>[] | undefined;
}

/** A task event in one line; the last one of a task is a card with its stage. */
export function TaskEvent({ message, readerId, isLast, tasks }: TaskEventProps) {
  const { text, version, sentAt } = message;
  if (!message.task) return null;
  const task = tasks?.find(({ id }) => id === message.task?.id) ?? message.task;
  const link = (
    <Link to={taskPath(task, readerId, version)} className="underline-offset-4 hover:underline">
      {text}
    </Link>
  );
  const time = timeOfDay(new Date(sentAt));
  if (!isLast) {
    return (
      <p className="flex min-w-0 items-baseline gap-3 py-1 pl-3.5 text-sm text-soft">
        <span className="sr-only">Reelay assistant:</span>
        <span className="min-w-0 flex-1 truncate">{link}</span>
        <span className="numerals pr-3.5 text-xs">{time}</span>
      </p>
    );
  }
  return (
    <div className="py-1">
      <article className="rounded-sm border bg-panel px-3.5 py-3">
        <p className="numerals flex justify-between gap-3 text-xs">
          <span className="text-amber">Reelay assistant</span>
          <span className="text-soft">{time}</span>
        </p>
        <p className="mt-1 break-words">{link}</p>
        <div className="mt-1 flex items-center gap-4">
          <Track
            className="w-48 max-w-[50%]"
            steps={trackSteps}
            position={playheadPosition(task.stage, null)}
            tone={task.stage === "published" ? "done" : "idle"}
            label={`Step ${trackPosition(task.stage) + 1} of ${trackSteps.length}`}
          />
          <Timecode>{stageLabel(task.stage)}</Timecode>
        </div>
      </article>
    </div>
  );
}
