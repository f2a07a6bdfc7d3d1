/** The first part of the query key of a task's history; the task id follows. */
export const historyKey = ["task-history"] as const;
