import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineEvent } from "#core/event.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { type TaskEvent, taskEventKinds } from "../rules/kinds.ts";

/** Something has happened to a task. `sequence` is its position in the history; null for events without an entry. */
export const taskEvent = defineEvent(
  "history.task_event",
  z.object({ event: z.custom<TaskEvent>(), sequence: z.number().int().nullable() }),
);

export const historyEntry = z.object({
  /** Position in the task, from 1. */
  sequence: z.number().int(),
  kind: z.enum(taskEventKinds),
  /** Such as "7 comments on version 2". */
  text: z.string(),
  at: z.iso.datetime(),
  /** Name of the user who did it; null for the server, for guests and for comments of several users. */
  by: z.string().nullable(),
  /** Name of the creator for whom a manager did it; null if the creator did it, and for what others do for themselves. */
  for: z.string().nullable(),
  version: z.number().int().nullable(),
  /** Number of comments, findings or files, or of required approvals given so far; 1 for other kinds. */
  count: z.number().int(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const historyEndpoints = {
  history: endpoint({
    method: "GET",
    path: "/task/history/:id",
    permission: { task: "view" },
    summary: "The history of a task, oldest entry first",
    params: z.object({ id: taskIdText }),
    response: z.array(historyEntry),
    message: "History loaded.",
  }),
};
