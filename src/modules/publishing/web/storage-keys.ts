import { personalKey } from "#core/web/personal-storage.ts";

/** The task whose upload is being authorized. */
export const uploadStorageKey = personalKey("upload-video-storage");

/** Unsaved changes of video details. */
export const detailsDraftsKey = personalKey("details-drafts");
