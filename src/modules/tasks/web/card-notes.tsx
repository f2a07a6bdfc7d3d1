import { classNames } from "#ui/class-names.ts";
import { ExpandableText } from "#ui/expandable-text.tsx";

import type { Task } from "../contract.ts";
import { isWindowOver, type Side } from "../rules.ts";
import { shortText } from "./card-layout.ts";

interface CardNotesProps {
  task: Task;
  side: Side;
  /** Shows the whole brief. */
  onMore: () => void;
}

/** What has happened to a task that waits for one of its people. */
export function CardNotes({ task, side, onMore }: CardNotesProps) {
  return (
    <>
      <Feedback task={task} onMore={onMore} />
      <WindowOver task={task} side={side} />
      <Arrival task={task} side={side} />
      <FailedToPublish task={task} side={side} />
    </>
  );
}

/** What the creator wants changed, while it is being changed. */
function Feedback({ task, onMore }: Pick<CardNotesProps, "task" | "onMore">) {
  if (!task.feedback) return null;
  return (
    <div className="mt-3 border-l-2 border-edge pl-3">
      <p className="text-sm font-semibold">What should change</p>
      <ExpandableText text={task.feedback} limit={shortText} moreLabel="full text" onMore={onMore} />
    </div>
  );
}

/** Why a task that had come further waits for its editor again. */
function WindowOver({ task, side }: Pick<CardNotesProps, "task" | "side">) {
  if (!isWindowOver(task)) return null;
  return (
    <p className="mt-3 border-l-2 border-amber pl-3">
      The review window ended, and version {task.version} was deleted.{" "}
      {side === "editor" ? "Upload it again." : `${task.editor.name} was asked to upload it again.`}
    </p>
  );
}

/** What has become of a version that was sent. It comes while the card is looked at, so it is also said aloud. */
function Arrival({ task, side }: Pick<CardNotesProps, "task" | "side">) {
  const { arrival } = task;
  const look = classNames(
    "mt-3 block border-l-2 pl-3 break-words",
    arrival?.refusal ? "border-amber" : "border-edge",
  );
  return <output className={arrival ? look : "sr-only"}>{arrivalWords(task, side)}</output>;
}

/** Why an approved task was not published. A clock runs only while nothing of it is on the platform. */
function FailedToPublish({ task, side }: Pick<CardNotesProps, "task" | "side">) {
  if (!task.publishFailed) return null;
  const creatorsPart = task.reviewEndsAt
    ? "See why and go on before the time is up, or the video is deleted."
    : "The video is on YouTube already: see why, and go on without uploading it again.";
  const editorsPart = `There is nothing for you to do${task.reviewEndsAt ? " unless the time runs out" : ""}.`;
  return (
    <p className="mt-3 border-l-2 border-fault pl-3">
      {side === "creator"
        ? `Publishing failed. ${creatorsPart}`
        : `Publishing failed, and ${task.youtuber.name} was told why. ${editorsPart}`}
    </p>
  );
}

function arrivalWords({ arrival, editor }: Task, side: Side): string | null {
  if (!arrival) return null;
  const { version, fileName, refusal } = arrival;
  if (refusal === null) {
    const arrived = `Version ${version} has arrived and is being made watchable.`;
    return side === "editor" ? arrived : `${arrived} You are told the moment it can be watched.`;
  }
  return side === "editor"
    ? `${fileName} can’t be used. ${refusal}`
    : `Version ${version} can’t be used. ${editor.name} was told: “${refusal}”`;
}
