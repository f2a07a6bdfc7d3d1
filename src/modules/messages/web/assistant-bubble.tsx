import { Link } from "react-router";

import { checkProgressPath, previewPath, tasksPath } from "#core/paths.ts";
import { playheadPosition, stageLabel, trackPosition, trackSteps } from "#modules/tasks/rules.ts";
import { Timecode } from "#ui/timecode.tsx";
import { Track } from "#ui/track.tsx";

import type { Message } from "../contract.ts";
import { timeOfDay } from "./time-text.ts";

/** A task event, as a card with the stage that the task has now. */
export function AssistantBubble({ message, readerId }: { message: Message; readerId: number }) {
  const { task, text, version } = message;
  if (!task) return null;
  return (
    <div className="py-1">
      <article className="rounded-sm border bg-panel px-3.5 py-3">
        <p className="numerals flex justify-between gap-3 text-xs">
          <span className="text-amber">Reelay assistant</span>
          <span className="text-soft">{timeOfDay(new Date(message.sentAt))}</span>
        </p>
        <p className="mt-1 break-words">
          <Link to={taskPath(task, readerId, version)} className="underline-offset-4 hover:underline">
            {text}
          </Link>
        </p>
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

/** The page on which the reader continues with a task, or sees the version that a message is about. */
export function taskPath(
  task: NonNullable<Message["task"]>,
  readerId: number,
  version: number | null = null,
): string {
  const { id, stage, youtuberId } = task;
  if (version !== null) return previewPath(id, version);
  if (stage === "assigned") return tasksPath(youtuberId === readerId ? "YOUTUBER" : "EDITOR", id);
  if (stage === "published" && youtuberId === readerId) return checkProgressPath(id);
  return previewPath(id);
}
