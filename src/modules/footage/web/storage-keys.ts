import { personalKey } from "#core/web/personal-storage.ts";

/** Whether files are shown as a list or as a grid. */
export const filesViewKey = personalKey("files-view");
