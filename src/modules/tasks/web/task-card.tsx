import { useQueryClient } from "@tanstack/react-query";
import { Clapperboard } from "lucide-react";
import { type ReactNode, useState } from "react";

import { isFormerMember } from "#modules/accounts/rules/former-member.ts";
import { PersonLink } from "#modules/accounts/web/person-link.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { classNames } from "#ui/class-names.ts";
import { Countdown } from "#ui/countdown.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { formatPercent } from "#ui/format.ts";
import { Moment, Timecode } from "#ui/timecode.tsx";
import { Track } from "#ui/track.tsx";
import { useMinute } from "#ui/use-minute.ts";

import type { Task } from "../contract.ts";
import {
  isDueSoon,
  isLive,
  isOverdue,
  mayReassign,
  playheadPosition,
  type Side,
  stageLabel,
  trackPosition,
  trackSteps,
} from "../rules.ts";
import { cardBody, cardGrid, shortText } from "./card-layout.ts";
import { CardNotes } from "./card-notes.tsx";
import { TaskActions } from "./task-actions.tsx";
import { TaskBrief } from "./task-brief.tsx";

interface TaskCardProps {
  task: Task;
  side: Side;
  /** How much of the video is at the platform, while it is being uploaded there. */
  percent: number | null;
  /** What a later room lets an editor do with the task. */
  uploadAction: ReactNode;
  /** What a later room says of the completed task. */
  rating: ReactNode;
  onEdit: () => void;
}

/** One task on its way along the track, with what its reader can do next. */
export function TaskCard({ task, side, percent, uploadAction, rating, onEdit }: TaskCardProps) {
  const [reading, setReading] = useState(false);
  return (
    <article aria-labelledby={`task-${task.id}`} className={classNames("border-b py-5", cardGrid)}>
      <Poster task={task} />
      <div
        className={classNames(
          "flex min-w-0 flex-wrap content-start items-baseline justify-between gap-x-4",
          pictureOf(task) ? "col-start-2" : "col-span-2 sm:col-span-1 sm:col-start-2",
        )}
      >
        <h2 id={`task-${task.id}`} dir="auto" className="min-w-0 font-heading text-xl">
          {task.taskTitle}
        </h2>
        <TimeMark task={task} percent={percent} />
      </div>
      <div className={cardBody}>
        <ExpandableText
          text={task.workDescription}
          limit={shortText}
          moreLabel="full text"
          onMore={() => setReading(true)}
          className="text-soft sm:mt-1"
        />
        <Track
          className="mt-2"
          steps={trackSteps}
          position={playheadPosition(task.stage, percent)}
          tone={task.isCompleted ? "done" : isLive(task.stage, side) ? "live" : "idle"}
          label={`Step ${trackPosition(task.stage) + 1} of ${trackSteps.length}: ${stageLabel(task.stage)}`}
        />
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <Timecode tone="ink">
            {stageLabel(task.stage)}
            {task.version > 0 && `, v${task.version}`}
          </Timecode>
          <Counterpart task={task} side={side} />
          {side === "creator" && isFormerMember(task.editor) && mayReassign(task.stage) && (
            <Badge tone="amber">choose another editor</Badge>
          )}
          <Deadline task={task} />
        </div>
        <CardNotes task={task} side={side} onMore={() => setReading(true)} />
        <TaskActions task={task} side={side} uploadAction={uploadAction} rating={rating} onEdit={onEdit} />
      </div>
      <TaskBrief task={task} open={reading} onOpenChange={setReading} />
    </article>
  );
}

function pictureOf(task: Task): string | null {
  return task.posterUrl ?? task.thumbnail;
}

function Poster({ task }: { task: Task }) {
  const shape = "aspect-video w-full self-start rounded-xs bg-raised object-cover sm:row-span-2";
  const picture = pictureOf(task);
  if (picture) return <img src={picture} alt="" loading="lazy" className={shape} />;
  return (
    <span aria-hidden className={`${shape} hidden items-center justify-center text-faint sm:flex`}>
      <Clapperboard strokeWidth={1.25} className="size-7" />
    </span>
  );
}

/** The upload's percent, or the time that is left to decide. */
function TimeMark({ task, percent }: { task: Task; percent: number | null }) {
  const queries = useQueryClient();
  if (percent !== null) return <Timecode tone="tally">{formatPercent(percent)}</Timecode>;
  if (!task.reviewEndsAt) return null;
  return (
    <Countdown
      until={new Date(task.reviewEndsAt)}
      endText="time is up"
      onEnd={() => void queries.invalidateQueries({ queryKey: ["tasks"] })}
    />
  );
}

function Counterpart({ task, side }: { task: Task; side: Side }) {
  const [label, person] =
    side === "editor" ? (["assigned by", task.youtuber] as const) : (["assigned to", task.editor] as const);
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-soft">
      <span className="shrink-0">{label}</span>
      <Avatar name={person.name} src={person.profileImgUrl} size={20} />
      <PersonLink person={person} />
    </span>
  );
}

function Deadline({ task }: { task: Task }) {
  const now = useMinute();
  if (task.isCompleted) {
    return (
      <Timecode tone="go" className="sm:ml-auto">
        Completed
      </Timecode>
    );
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 sm:ml-auto">
      {isOverdue(task, now) && <Badge tone="fault">overdue</Badge>}
      {isDueSoon(task, now) && <Badge tone="amber">due soon</Badge>}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm text-soft">
        due <Moment at={new Date(task.deadline)} form="deadline" className="whitespace-normal!" />
      </span>
    </span>
  );
}
