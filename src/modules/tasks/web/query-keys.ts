/** The first part of the query key of one task; its id follows. */
export const taskKey = ["task"] as const;
/** The contributors of a task; its id follows. */
export const contributorsKey = ["contributors"] as const;
export const teammatesKey = ["teammates"] as const;
/** Searches by the current user; the text follows. */
export const taskSearchKey = ["task-search"] as const;
export const editorSearchKey = ["editor-search"] as const;
