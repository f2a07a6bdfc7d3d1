import type { Side, Stage } from "#modules/tasks/rules.ts";

import type { TaskOrder } from "../rules.ts";

export interface TaskQuery {
  personId: number;
  side: Side;
  status: "open" | "completed" | "all";
  stage: Stage | null;
  /** Only tasks for which the editor has to upload a version. */
  waiting: boolean;
  /** Part of the task's texts or of the other user's name. */
  search: string | null;
  /** Only this task. */
  taskId: number | null;
  /** Only tasks of this creator. */
  creatorId: number | null;
  order: TaskOrder;
  /** The last task of the previous page. */
  last: { id: number; deadline: Date } | null;
  limit: number;
}

export type Filter = "stage" | "waiting" | "search" | "task" | "creator" | "after";

/** The filters of a query, in always the same order. */
export function filtersOf({ stage, waiting, search, taskId, creatorId, last }: TaskQuery): Filter[] {
  const filters: Filter[] = [];
  if (stage !== null) filters.push("stage");
  if (waiting) filters.push("waiting");
  if (search !== null) filters.push("search");
  if (taskId !== null) filters.push("task");
  if (creatorId !== null) filters.push("creator");
  if (last !== null) filters.push("after");
  return filters;
}
