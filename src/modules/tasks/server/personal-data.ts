import { inBatches } from "#core/server/batches.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import type { Task } from "../contract.ts";
import { listAllOf, type TaskRow } from "./queries.ts";
import { presentTasks } from "./task-response.ts";

/** Tasks of which the user is creator or editor. */
export const tasksData: PersonalData = {
  part: "tasks",
  read: async (ctx, personId) =>
    inBatches({
      // Texts of a task are long.
      limit: 10,
      read: (last: TaskRow | null, limit) => listAllOf(ctx.tx, { personId, after: last?.id ?? 0, limit }),
      present: async (rows) => (await presentTasks(ctx, rows)).map(withNames),
    }),
};

/** Replaces the people by their names. */
function withNames({ youtuber, editor, ...task }: Task) {
  return { ...task, youtuber: youtuber.name, editor: editor.name };
}
