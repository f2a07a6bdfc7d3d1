/** The first part of the query keys of this module; a task id follows. */
export const filesOverviewKey = ["files-overview"] as const;
export const filesKey = ["files"] as const;
