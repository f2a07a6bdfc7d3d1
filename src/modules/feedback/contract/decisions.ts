import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { paragraphText } from "#core/written-text.ts";
import { reviewedTask } from "#modules/review/contract/versions.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

export const decisionEndpoints = {
  reject: endpoint({
    method: "POST",
    path: "/task/reject/:id",
    permission: { task: "decide" },
    summary: "Ask the editor for changes",
    params: z.object({ id: taskIdText }),
    body: z.object({
      version: z.number().int().positive(),
      /** May be empty while a comment on this or an earlier version is open. */
      feedback: paragraphText().trim().max(5000, "Keep the feedback within 5,000 characters.").default(""),
    }),
    response: reviewedTask,
    message: "Sent back to the editor.",
  }),
};
