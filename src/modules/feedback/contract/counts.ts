import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

/** Apart from the other endpoints, because screens that load no comments count them. */
export const countEndpoints = {
  commentCounts: endpoint({
    method: "GET",
    path: "/task/comments/:id/counts",
    permission: { task: "view" },
    summary: "The number of open comments on each version, and the first one to be done",
    params: z.object({ id: taskIdText }),
    response: z.array(
      z.object({
        version: z.number().int(),
        open: z.number().int(),
        notDone: z.number().int(),
        firstOpenId: z.uuid(),
      }),
    ),
    message: "Comments counted.",
  }),
};
