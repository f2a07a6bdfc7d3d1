/** Largest image a person may attach, in bytes. */
export const largestImage = 20 * 1024 * 1024;
/** Thumbnails must be smaller than this (specification, section 5: "Image should be less than 2 MB"). */
export const thumbnailLimit = 2 * 1024 * 1024;
/** Largest reference video of a task, in bytes. */
export const largestAttachment = 2 * 1024 * 1024 * 1024;
/** Largest video of a version, in bytes: the platform's own limit (256 GB, video platform reference 2.1). */
export const largestVideo = 256 * 1024 * 1024 * 1024;
/** One resumable piece from the browser, in bytes. */
export const uploadPiece = 64 * 1024 * 1024;

/** `Upload-State` of an upload of which all bytes are stored, but not yet as one file. */
export const finishingState = "finishing";

/** How far a video has come. `refused` and `deleted` are ends. */
export const videoStates = ["receiving", "preparing", "ready", "refused", "deleted"] as const;
