import { personalKey } from "#core/web/personal-storage.ts";

/** The first tasks of both lists. */
export const taskStorageKey = personalKey("task-storage");
/** The task that is being edited. */
export const selectedTaskKey = personalKey("selected-task-storage");
