import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import type { Task } from "../contract/tasks.ts";
import { listPersonTasks, type TaskRow } from "./tasks/queries.ts";
import { presentTasks } from "./tasks/task-response.ts";

/** Tasks of which the user is creator or editor; of tasks that they declined, only when and why. */
export const tasksData: PersonalData = {
  part: "tasks",
  read: async (ctx, personId) =>
    inBatches({
      // Texts of a task are long.
      limit: 10,
      read: (last: TaskRow | null, limit) =>
        listPersonTasks(ctx.tx, { personId, after: last?.id ?? 0, limit }),
      present: async (rows) => {
        const shared = rows.filter((row) => !isDeclined(row, personId));
        const declined = rows.filter((row) => isDeclined(row, personId));
        return [
          ...(await presentTasks(ctx, shared)).map(withNames),
          ...declined.map(({ id, declinedAt, declineReason }) => ({ id, declinedAt, declineReason })),
        ];
      },
    }),
};

function isDeclined({ editorId, declinedAt }: TaskRow, personId: number): boolean {
  return editorId === personId && declinedAt !== null;
}

/** Replaces the people by their names. */
function withNames(shown: Task) {
  const { youtuber, editor, waitingFor, abilities: _, ...task } = shown;
  const names = { youtuber: youtuber.name, editor: editor?.name ?? null };
  return { ...task, ...names, waitingFor: waitingFor?.name ?? null };
}
