/** The first part of the query key of one task; its id follows. */
export const taskKey = ["task"] as const;
export const teammatesKey = ["teammates"] as const;
/** Searches by the current user; the text follows. */
export const taskSearchKey = ["task-search"] as const;
export const editorSearchKey = ["editor-search"] as const;
