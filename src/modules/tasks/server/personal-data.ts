import type { PersonalData } from "#core/server/personal-data.ts";

import type { Task } from "../contract.ts";
import { presentTasks } from "./present.ts";
import { listAllOf } from "./store.ts";

/** A person's tasks on either side. */
export const tasksData: PersonalData = {
  part: "tasks",
  read: async (ctx, personId) => {
    const rows = await listAllOf(ctx.tx, personId);
    return (await presentTasks(ctx, rows)).map(withNames);
  },
};

/** Of the other person only the name. */
function withNames({ youtuber, editor, ...task }: Task) {
  return { ...task, youtuber: youtuber.name, editor: editor.name };
}
