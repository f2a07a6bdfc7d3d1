import { useQueryClient } from "@tanstack/react-query";
import { Clapperboard } from "lucide-react";
import { Fragment, useState } from "react";
import { Link } from "react-router";

import { previewPath, previewTabPath } from "#core/paths.ts";
import type { BoardTask } from "#modules/board/contract/board.ts";
import { TaskSpecification } from "#modules/checks/web/public/task-specification.tsx";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { PublishFailedNote } from "#modules/publishing/web/public/publish-failed-note.tsx";
import { ApprovalsLine } from "#modules/review/web/public/approvals-line.tsx";
import { RequestedChanges, ReviewNotes } from "#modules/review/web/public/card-notes.tsx";
import { IncomingVersion } from "#modules/review/web/public/incoming-version.tsx";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import {
  isDueSoon,
  isOverdue,
  playheadPosition,
  type Side,
  stageLabel,
  trackPosition,
  trackSteps,
} from "#modules/tasks/rules/stages.ts";
import { can, taskSide } from "#modules/tasks/web/public/can.ts";
import { DeclinedNote } from "#modules/tasks/web/public/declined-note.tsx";
import { SuspendedNote } from "#modules/tasks/web/public/suspended-note.tsx";
import { TaskBrief } from "#modules/tasks/web/public/task-brief.tsx";
import { WaitingFor, WaitingNote } from "#modules/tasks/web/public/waiting-for.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { classNames } from "#ui/class-names.ts";
import { Countdown } from "#ui/countdown.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { formatPercent } from "#ui/format.ts";
import { Moment, Timecode } from "#ui/timecode.tsx";
import { TrackNames } from "#ui/track-names.tsx";
import { useCurrentMinute } from "#ui/use-current-minute.ts";

import { refetchTasks } from "../queries.ts";
import { CardActions } from "./card-actions.tsx";
import { cardBody, cardGrid } from "./card-layout.ts";

interface TaskCardProps {
  task: BoardTask;
  /** The title's element, one level below the headings around the card. */
  heading: "h2" | "h3";
  /** Progress of the upload to the platform while it is running. */
  percent: number | null;
  onEdit: () => void;
  onDuplicate: () => void;
}

/** Characters of the work description on a card. */
const excerptLength = 80;

/** A task with its stage, the notes of other modules, and the user's actions. */
export function TaskCard({ task, heading: Heading, percent, onEdit, onDuplicate }: TaskCardProps) {
  const side = taskSide(task);
  // Null until the brief is opened.
  const [reading, setReading] = useState<boolean | null>(null);
  const readAll = () => setReading(true);
  const isLong = task.workDescription.length > excerptLength;
  return (
    <article aria-labelledby={`task-${task.id}`} className={classNames("border-b py-5", cardGrid)}>
      <Poster task={task} />
      <div
        className={classNames(
          "flex min-w-0 flex-wrap content-start items-baseline justify-between gap-x-4",
          cardPicture(task) ? "col-start-2" : "col-span-2 sm:col-span-1 sm:col-start-2",
        )}
      >
        <Heading id={`task-${task.id}`} dir="auto" className="min-w-0 font-heading text-xl">
          <Link to={previewPath(task.id)} className="hover:underline">
            {task.taskTitle}
          </Link>
        </Heading>
        <TimeMark task={task} side={side} percent={percent} />
      </div>
      <div className={cardBody}>
        <ExpandableText
          text={task.workDescription}
          limit={excerptLength}
          moreLabel="full text"
          onMore={readAll}
          // Two lines, also where one is enough: which it is depends on the font, which may load later.
          className={classNames("text-soft sm:mt-1", isLong && "sm:min-h-[2lh]")}
        />
        <TrackNames
          className="mt-2"
          track={{
            steps: trackSteps,
            position: playheadPosition(task.stage, percent),
            tone: task.isCompleted ? "done" : task.waiting || task.stage === "publishing" ? "live" : "idle",
            label: `Step ${trackPosition(task.stage) + 1} of ${trackSteps.length}: ${stageLabel(task.stage)}`,
          }}
        />
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 pointer-coarse:gap-y-3">
          <Timecode tone="ink">
            {stageLabel(task.stage)}
            {task.version > 0 && `, v${task.version}`}
          </Timecode>
          <CommentCount task={task} />
          <FindingCount task={task} />
          <ApprovalsLine approvals={task.approvals} />
          <Counterpart task={task} side={side} />
          <Contributors task={task} />
          <Deadline task={task} />
        </div>
        {can(task, "edit") && <DeclinedNote task={task} />}
        {can(task, "manage") && <WaitingNote task={task} />}
        <SuspendedNote task={task} side={side} />
        <ReviewNotes task={task} side={side} onMore={readAll} />
        <PublishFailedNote task={task} />
        <CardActions task={task} onEdit={onEdit} onDuplicate={onDuplicate} onBrief={readAll} />
      </div>
      {reading !== null && (
        <TaskBrief task={task} open={reading} onOpenChange={setReading}>
          <RequestedChanges feedback={task.feedback} />
          <TaskSpecification task={task} />
        </TaskBrief>
      )}
    </article>
  );
}

interface TaskProp {
  task: BoardTask;
}

/** The thumbnail that the creator chose, otherwise the poster of the newest version. */
function cardPicture(task: BoardTask): string | null {
  return task.thumbnail ?? task.posterUrl;
}

function Poster({ task }: TaskProp) {
  const shape = "aspect-video w-full self-start rounded-xs bg-raised object-cover sm:row-span-2";
  const picture = cardPicture(task);
  if (picture) return <img src={picture} alt="" loading="lazy" className={shape} />;
  return (
    <span aria-hidden className={`${shape} hidden items-center justify-center text-faint sm:flex`}>
      <Clapperboard strokeWidth={1.25} className="size-7" />
    </span>
  );
}

/** The progress of the upload to the platform or of the editor's upload, or the time left to decide. */
function TimeMark({ task, side, percent }: TaskProp & { side: Side; percent: number | null }) {
  const queries = useQueryClient();
  if (percent !== null) return <Timecode tone="tally">{formatPercent(percent)}</Timecode>;
  if (side === "creator" && task.upload) return <IncomingVersion task={task} />;
  if (!task.reviewEndsAt) return null;
  return (
    <Countdown until={new Date(task.reviewEndsAt)} endText="time is up" onEnd={() => refetchTasks(queries)} />
  );
}

/** Opens the open comments of the version that the card names. */
function CommentCount({ task: { id, openComments } }: TaskProp) {
  if (openComments === 0) return null;
  return (
    <Link
      to={previewTabPath(id, "comments")}
      className="numerals text-sm text-soft hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      {openComments === 1 ? "1 open comment" : `${openComments} open comments`}
    </Link>
  );
}

/** Opens the findings of the version that the card names. */
function FindingCount({ task: { id, findings } }: TaskProp) {
  if (!findings) return null;
  return (
    <Link
      to={previewTabPath(id, "check")}
      className="numerals text-sm text-soft hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
    >
      {findings === 1 ? "1 finding" : `${findings} findings`}
    </Link>
  );
}

function Counterpart({ task, side }: TaskProp & { side: Side }) {
  const toEditor = task.declined ? "declined by" : "assigned to";
  const [label, person] =
    side === "editor" ? (["assigned by", task.youtuber] as const) : ([toEditor, task.editor] as const);
  if (person === null) return <WaitingFor task={task} />;
  const forCreator = side === "creator" && !can(task, "manage");
  return (
    <>
      <Person label={label} person={person} />
      {forCreator && <Person label="for" person={task.youtuber} />}
    </>
  );
}

function Person({ label, person }: { label: string; person: BoardTask["youtuber"] }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-soft">
      <span className="shrink-0">{label}</span>
      <Avatar name={person.name} src={person.profileImgUrl} size={20} />
      <PersonLink person={person} />
    </span>
  );
}

/** The people who work on the task besides its editor, such as "You: Sound" and "with noor (Thumbnail)". */
function Contributors({ task: { contributors } }: TaskProp) {
  const userId = useUser()?.id;
  if (!contributors) return null;
  const contribution = contributors.find(({ person }) => person.id === userId);
  const others = contributors.filter((contributor) => contributor !== contribution);
  return (
    <>
      {contribution && (
        <span className="min-w-0 text-sm font-semibold wrap-anywhere text-ink">
          You: <bdi>{contribution.label}</bdi>
        </span>
      )}
      {others.length > 0 && (
        <span className="min-w-0 text-sm wrap-anywhere text-soft">
          with{" "}
          {others.map(({ person, label }, index) => (
            <Fragment key={person.id}>
              {index > 0 && ", "}
              <PersonLink person={person} inText /> ({label})
            </Fragment>
          ))}
        </span>
      )}
    </>
  );
}

function Deadline({ task }: TaskProp) {
  const now = useCurrentMinute();
  if (task.isCompleted) {
    return (
      <Timecode tone="go" className="sm:ml-auto">
        Completed
      </Timecode>
    );
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 sm:ml-auto sm:shrink-0 sm:flex-nowrap">
      {isOverdue(task, now) && <Badge tone="fault">overdue</Badge>}
      {isDueSoon(task, now) && <Badge tone="amber">due soon</Badge>}
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-sm text-soft sm:flex-nowrap">
        due <Moment at={new Date(task.deadline)} form="deadline" className="max-sm:whitespace-normal!" />
      </span>
    </span>
  );
}
