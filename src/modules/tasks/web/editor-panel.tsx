import { useQuery } from "@tanstack/react-query";

import { Perforations } from "#ui/perforations.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import type { Task } from "../contract.ts";
import { taskCountsQuery, waitingTasksQuery } from "./queries.ts";

const steps = [
  "Choose the edited video on the task's card. A broken connection or a closed tab loses nothing: choose the same file again and it goes on.",
  "As soon as it can be watched, the creator is told and the review clock starts.",
  "Approved, it goes to the channel exactly as you uploaded it. Otherwise you read what should change and upload the next version.",
];

/** What an editor should do next, and what happens to an upload. */
export function EditorPanel() {
  const { data: waiting, isPending } = useQuery(waitingTasksQuery);
  return (
    <>
      {isPending && <NextUpSkeleton />}
      {waiting && (waiting.data[0] ? <NextUp {...waiting} next={waiting.data[0]} /> : <NothingWaits />)}
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

function NextUpSkeleton() {
  return (
    <SkeletonGroup label="Looking for your next task">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="mt-2 h-7 w-full" />
      <SkeletonText className="mt-3" />
    </SkeletonGroup>
  );
}

function howMany(waiting: number, more: boolean): string {
  if (more) return "Many tasks wait";
  return waiting === 1 ? "One task waits" : `${waiting} tasks wait`;
}

/** The task that waits for an upload with the nearest deadline. */
function NextUp({
  data,
  nextCursor,
  next,
}: {
  data: readonly Task[];
  nextCursor: string | null;
  next: Task;
}) {
  return (
    <section>
      <p className="text-sm text-soft">{howMany(data.length, nextCursor !== null)} for your upload. Next:</p>
      <h2 dir="auto" className="mt-1 font-heading text-2xl">
        {next.taskTitle}
      </h2>
      <p className="mt-2 text-soft">
        {next.feedback ? "Changes were requested by" : "Assigned by"} {next.youtuber.name}, due{" "}
        <Moment at={new Date(next.deadline)} form="deadline" tone="ink" />
      </p>
    </section>
  );
}

/** What happens while nothing is the editor's to do. */
function NothingWaits() {
  const { data: counts } = useQuery(taskCountsQuery);
  return (
    <section>
      <h2 className="font-heading text-2xl">Nothing waits for you.</h2>
      {counts && (
        <p className="mt-2 text-soft">
          {counts.assigned === 0
            ? "Creators find you by your name, and by your place among the top editors."
            : "Your uploads are with their creators, or being made watchable for them. You hear as soon as one of them decides."}
        </p>
      )}
    </section>
  );
}
