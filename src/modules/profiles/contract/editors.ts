import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { idText } from "#core/form-text.ts";
import { creators } from "#core/permission.ts";
import { personCard } from "#modules/people/contract/people.ts";

/** An editor of a creator: a member of the team, or one of earlier tasks. */
const teamEditor = z.object({
  editor: personCard,
  /** Whether the editor belongs to the team. Only members have a note, and can be the default. */
  member: z.boolean(),
  isDefault: z.boolean(),
  note: z.string(),
  openTasks: z.number().int(),
  /** Tasks that are waiting for the editor after their deadline. */
  overdueTasks: z.number().int(),
  /** Tasks whose first version was received, or whose deadline has passed. */
  dueTasks: z.number().int(),
  /** Those of `dueTasks` whose first version was received before the deadline. */
  onTimeTasks: z.number().int(),
  /** Average of the actor's ratings of the editor, 1 to 5; null without any. */
  rating: z.number().nullable(),
  ratings: z.number().int(),
  /** Last request of the editor, exact to an hour; null if it is unknown. */
  lastActiveAt: z.iso.datetime().nullable(),
});
export type TeamEditor = z.output<typeof teamEditor>;

const openTask = z.object({ id: z.number().int(), taskTitle: z.string(), deadline: z.iso.datetime() });
export type OpenTask = z.output<typeof openTask>;

export const editorsEndpoints = {
  teamEditors: endpoint({
    method: "GET",
    path: "/team/editors",
    permission: creators,
    summary:
      "The editors of the actor's team and of the actor's tasks with stats of their work, the last assigned first",
    response: z.array(teamEditor),
    message: "Editors loaded.",
  }),
  openTasksOfEditor: endpoint({
    method: "GET",
    path: "/team/editors/:personId/tasks",
    permission: creators,
    summary: "Up to 100 open tasks of the actor that are assigned to an editor, the first due first",
    params: z.object({ personId: idText }),
    response: z.array(openTask),
    message: "Tasks loaded.",
  }),
};
