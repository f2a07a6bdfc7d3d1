/** The first part of every query key of this module. */
export const tasksKey = ["tasks"] as const;
