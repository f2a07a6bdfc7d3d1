import { z } from "zod";

import { task } from "#modules/tasks/contract/tasks.ts";

const storedTask = z.object({
  ...task.pick({ id: true, taskTitle: true, stage: true, deadline: true, isCompleted: true }).shape,
  editor: z.object({ name: z.string() }),
  youtuber: z.object({ name: z.string() }),
});
export type StoredTask = z.output<typeof storedTask>;

const storage = z.object({
  state: z.object({ tasks: z.array(z.unknown()), by: z.number() }),
});

/**
 * The tasks that the Tasks screen stored in this browser under `task-storage`, in their order. Entries of other
 * versions of the app that can't be read are left out.
 */
export function readStoredTasks(stored: string | null): StoredTask[] {
  const { data } = storage.safeParse(parseJson(stored ?? ""));
  return (data?.state.tasks ?? []).flatMap((entry) => storedTask.safeParse(entry).data ?? []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
