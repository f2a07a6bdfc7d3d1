/** The first part of the query key of one task; its id follows. */
export const taskKey = ["task"] as const;
export const teammatesKey = ["teammates"] as const;
