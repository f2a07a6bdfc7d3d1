/** The first part of the query keys of this module; a task id follows. */
export const previewKey = ["preview"] as const;
export const versionsKey = ["versions"] as const;
