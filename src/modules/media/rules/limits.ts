/** Largest image that a user may attach, in bytes. */
export const maxImageBytes = 20 * 1024 * 1024;
/** Images with more pixels are refused before they are decoded. Current phones take pictures of 48 to 50 million. */
export const maxImagePixels = 50_000_000;
/** Thumbnails must be smaller than this, in bytes. */
export const thumbnailLimit = 2 * 1024 * 1024;
/** Largest reference video of a task, in bytes. */
export const maxAttachmentBytes = 2 * 1024 * 1024 * 1024;
/** Files whose uploads may begin at once. */
export const maxFilesAtOnce = 100;
/** Largest video of a version, in bytes: YouTube's own limit. Also that of a file that is uploaded resumably. */
export const maxVideoBytes = 256 * 1024 * 1024 * 1024;
/** Largest request body of a resumable upload that is sent in pieces, in bytes. */
export const uploadPiece = 64 * 1024 * 1024;

/** Value of `Upload-State` while all bytes are stored but the object store still assembles the file. */
export const finishingState = "finishing";
