import type { PersonalData } from "#core/server/personal-data.ts";

import type { Task } from "../contract.ts";
import { listAllOf } from "./queries.ts";
import { presentTasks } from "./task-response.ts";

/** Tasks of which the user is creator or editor. */
export const tasksData: PersonalData = {
  part: "tasks",
  read: async (ctx, personId) => {
    const rows = await listAllOf(ctx.tx, personId);
    return (await presentTasks(ctx, rows)).map(withNames);
  },
};

/** Replaces the people by their names. */
function withNames({ youtuber, editor, ...task }: Task) {
  return { ...task, youtuber: youtuber.name, editor: editor.name };
}
