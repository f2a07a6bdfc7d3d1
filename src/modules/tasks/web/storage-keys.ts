import { personalKey } from "#core/web/personal-storage.ts";

/** Unsaved changes of task forms. */
export const taskDraftsKey = personalKey("task-drafts");
