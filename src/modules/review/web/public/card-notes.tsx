import type { VersionStatus } from "#modules/review/contract/version-status.ts";
import { isWindowOver } from "#modules/review/rules/versions.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { needsEditor, type Side } from "#modules/tasks/rules/stages.ts";
import { classNames } from "#ui/class-names.ts";
import { ExpandableText } from "#ui/expandable-text.tsx";

type ReviewedTask = Pick<Task, "stage" | "editor" | "declined" | "waitingFor"> &
  Omit<VersionStatus, "posterUrl">;

interface ReviewNotesProps {
  task: ReviewedTask;
  side: Side;
  /** Opens the full text. */
  onMore: () => void;
}

/** Characters of the feedback on a card. */
const excerptLength = 80;

/** Notes on a task's card: requested changes, an expired version, and the state of the newest upload. */
export function ReviewNotes({ task, side, onMore }: ReviewNotesProps) {
  return (
    <>
      {task.feedback && (
        <div className="mt-3 border-l-2 border-edge pl-3">
          <p className="text-sm font-semibold">Requested changes</p>
          <ExpandableText text={task.feedback} limit={excerptLength} moreLabel="full text" onMore={onMore} />
        </div>
      )}
      {task.withdrawn && !task.arrival && task.stage === "assigned" && (
        <p className="mt-3 border-l-2 border-edge pl-3">
          Version {task.withdrawn.version} was withdrawn: “{task.withdrawn.reason}”{" "}
          {side === "creator" && "You'll be notified when the next one is ready to review."}
        </p>
      )}
      {isWindowOver(task) && (
        <p className="mt-3 border-l-2 border-amber pl-3">
          The review window ended, and version {task.version} was deleted.{" "}
          {side === "editor" && "Upload it again."}
          {side === "creator" &&
            task.editor &&
            !needsEditor(task) &&
            `${task.editor.name} was asked to upload it again.`}
        </p>
      )}
      <ArrivalNote task={task} side={side} />
    </>
  );
}

/** An `output` even when empty, so that screen readers announce its changes. */
function ArrivalNote({ task, side }: Pick<ReviewNotesProps, "task" | "side">) {
  const { arrival } = task;
  const look = classNames(
    "mt-3 block border-l-2 pl-3 break-words",
    arrival?.refusal ? "border-amber" : "border-edge",
  );
  return <output className={arrival ? look : "sr-only"}>{arrivalText(task, side)}</output>;
}

function arrivalText(task: ReviewedTask, side: Side): string | null {
  const { arrival, editor } = task;
  if (!arrival) return null;
  const { version, fileName, refusal } = arrival;
  if (refusal === null) {
    const preparing = `Version ${version} was uploaded and is being prepared.`;
    return side === "editor" ? preparing : `${preparing} You'll be notified when it's ready to review.`;
  }
  if (side === "editor") return `${fileName} can't be used. ${refusal}`;
  const notified = !editor || needsEditor(task) ? "" : ` ${editor.name} was notified: “${refusal}”`;
  return `Version ${version} can't be used.${notified}`;
}

/** The full feedback below a task's brief. */
export function RequestedChanges({ feedback }: Pick<VersionStatus, "feedback">) {
  if (!feedback) return null;
  return (
    <section className="mt-6 border-t pt-4">
      <h3 className="font-semibold">Requested changes</h3>
      <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line">
        {feedback}
      </p>
    </section>
  );
}
