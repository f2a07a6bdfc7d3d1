import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { membersOfTask } from "#core/permission.ts";
import { taskIdText } from "#modules/tasks/contract.ts";

/** What happened to a task. */
export const historyKinds = [
  "assigned",
  "reassigned",
  "declined",
  "in_review",
  "refused",
  "commented",
  "changes_requested",
  "approved",
  "approval_undone",
  "window_extended",
  "expired",
  "publishing",
  "publish_failed",
  "published",
  "details_changed",
  "cancelled",
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const historyEntry = z.object({
  /** Position in the task, from 1. */
  sequence: z.number().int(),
  kind: z.enum(historyKinds),
  at: z.iso.datetime(),
  /** Name of the user who did it; null for the server, for guests and for comments of several users. */
  by: z.string().nullable(),
  version: z.number().int().nullable(),
  /** Number of comments; 1 for other kinds. */
  count: z.number().int(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const historyEndpoints = {
  history: endpoint({
    method: "GET",
    path: "/task/history/:id",
    permission: membersOfTask,
    summary: "What happened to a task, oldest first",
    params: z.object({ id: taskIdText }),
    response: z.array(historyEntry),
    message: "History loaded.",
  }),
};
