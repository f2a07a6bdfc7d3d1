import { personalKey } from "#core/web/personal-storage.ts";

/** Texts of comments that were not sent. */
export const commentDraftsKey = personalKey("comment-drafts");
/** Comments that the server has not confirmed. */
export const commentOutboxKey = personalKey("comment-outbox");
