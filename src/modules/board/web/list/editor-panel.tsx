import { useQuery } from "@tanstack/react-query";

import type { BoardTask } from "#modules/board/contract/board.ts";
import type { Stage } from "#modules/tasks/rules/stages.ts";
import { Perforations } from "#ui/perforations.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { taskCountsQuery, waitingTasksQuery } from "../queries.ts";

const steps = [
  "Choose the edited video on the task's card. If the connection drops or the tab closes, choose the same file again and the upload resumes.",
  "As soon as the video can be watched, the creator is notified and the review window starts.",
  "If the creator approves it, the video is published exactly as you uploaded it. Otherwise you get feedback and upload the next version.",
];

/** The editor's block in the right panel: the next task, and how uploading works. */
export function EditorPanel() {
  const { data: waiting, isPending } = useQuery(waitingTasksQuery);
  return (
    <>
      {isPending && <NextTaskSkeleton />}
      {waiting && (waiting.data[0] ? <NextTask {...waiting} next={waiting.data[0]} /> : <NoWaitingTasks />)}
      <Perforations className="my-7" />
      <section>
        <h2 className="font-semibold">How uploading works</h2>
        <ol className="mt-3 flex flex-col gap-4">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-3 text-sm text-soft">
              <span aria-hidden className="numerals text-ink">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function NextTaskSkeleton() {
  return (
    <SkeletonGroup label="Loading your next task">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="mt-2 h-7 w-full" />
      <SkeletonText className="mt-3" />
    </SkeletonGroup>
  );
}

/** Precede the creator's name. An editor who also manages for creators has tasks in other stages. */
const nextTexts: Partial<Record<Stage, string>> = {
  assigned: "Assigned by",
  changes_requested: "Changes requested by",
};

function waitingText(count: number, more: boolean): string {
  if (more) return `More than ${count} tasks are waiting for you.`;
  return count === 1 ? "1 task is waiting for you." : `${count} tasks are waiting for you.`;
}

/** The waiting task with the nearest deadline. */
function NextTask({
  data,
  nextCursor,
  next,
}: {
  data: readonly BoardTask[];
  nextCursor: string | null;
  next: BoardTask;
}) {
  return (
    <section>
      <p className="text-sm text-soft">{waitingText(data.length, nextCursor !== null)} Next:</p>
      <h2 dir="auto" className="mt-1 font-heading text-2xl">
        {next.taskTitle}
      </h2>
      <p className="mt-2 text-soft">
        {nextTexts[next.stage] ?? "From"} {next.youtuber.name}, due{" "}
        <Moment at={new Date(next.deadline)} form="deadline" tone="ink" />
      </p>
    </section>
  );
}

function NoWaitingTasks() {
  const { data: counts } = useQuery(taskCountsQuery(null));
  return (
    <section>
      <h2 className="font-heading text-2xl">No tasks waiting</h2>
      {counts && (
        <p className="mt-2 text-soft">
          {counts.assigned === 0
            ? "Creators can find you by name and in the list of top editors."
            : "You have nothing to upload. You'll be notified of new tasks and of each decision."}
        </p>
      )}
    </section>
  );
}
