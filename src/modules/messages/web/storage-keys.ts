import { personalKey } from "#core/web/personal-storage.ts";

/** Texts of messages that were not sent. */
export const messageDraftsKey = personalKey("message-drafts");
/** Messages that the server has not confirmed. */
export const messageOutboxKey = personalKey("message-outbox");
