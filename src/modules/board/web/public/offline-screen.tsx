import { playheadPosition, stageLabel, trackSteps } from "#modules/tasks/rules/stages.ts";
import { Button } from "#ui/button.tsx";
import { Logo } from "#ui/logo.tsx";
import { Moment } from "#ui/timecode.tsx";
import { Track } from "#ui/track.tsx";

import { readStoredTasks, type StoredTask } from "../offline/stored-tasks.ts";

function storedTasks(): StoredTask[] {
  try {
    // `taskStorageKey`; importing it would add chunks to all pages, which would share it with the offline page.
    return readStoredTasks(localStorage.getItem("task-storage"));
  } catch {
    return [];
  }
}

/** The tasks that this browser stored, shown without a connection. */
export function OfflineScreen({ onRetry }: { onRetry: () => void }) {
  const tasks = storedTasks();
  return (
    <main className="mx-auto max-w-3xl px-4 py-8 sm:px-6">
      <Logo />
      <h1 className="mt-12 font-heading text-4xl">You are offline</h1>
      <p className="mt-3 text-soft">
        {tasks.length > 0
          ? "Your tasks, as they were last loaded. The page reloads when you're back online."
          : "Your tasks aren't stored in this browser yet. The page reloads when you're back online."}
      </p>
      <Button variant="outline" className="mt-5" onClick={onRetry}>
        Try again
      </Button>
      {tasks.length > 0 && (
        <ul aria-label="Tasks" className="mt-10 border-t">
          {tasks.map((task) => (
            <li key={task.id} className="border-b py-5">
              <OfflineTask task={task} />
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}

function OfflineTask({ task }: { task: StoredTask }) {
  const { taskTitle, stage, deadline, editor, youtuber } = task;
  return (
    <article className="grid gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <h2 dir="auto" className="min-w-0 font-heading text-xl">
        {taskTitle}
      </h2>
      <p className="numerals text-sm text-soft sm:pt-1.5">
        Due <Moment at={new Date(deadline)} form="deadline" />
      </p>
      <p className="text-sm text-soft">
        <span dir="auto">{youtuber.name}</span> → <span dir="auto">{editor.name}</span>
      </p>
      <p className="numerals text-sm text-soft">{stageLabel(stage)}</p>
      <Track
        steps={trackSteps}
        position={playheadPosition(stage, null)}
        tone={stage === "published" ? "done" : "idle"}
        label=""
        className="sm:col-span-2"
      />
    </article>
  );
}
