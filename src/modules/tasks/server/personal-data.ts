import type { ReadContext } from "#core/server/context.ts";
import type { PersonalData } from "#core/server/personal-data.ts";

import type { Task } from "../contract.ts";
import { listAllOf, type TaskRow } from "./queries.ts";
import { presentTasks } from "./task-response.ts";

/** Tasks of which the user is creator or editor. */
export const tasksData: PersonalData = {
  part: "tasks",
  read: async (ctx, personId) => readAll(ctx, personId),
};

/** Texts of a task are long. */
const rowsAtOnce = 10;

async function* readAll(ctx: ReadContext, personId: number) {
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: TaskRow[] = await listAllOf(ctx.tx, { personId, after, limit: rowsAtOnce });
    yield* (await presentTasks(ctx, rows)).map(withNames);
    after = rows.at(-1)?.id;
  }
}

/** Replaces the people by their names. */
function withNames({ youtuber, editor, ...task }: Task) {
  return { ...task, youtuber: youtuber.name, editor: editor.name };
}
