import { minute } from "#core/time.ts";

/** Users are notified of messages that they have not seen for this long. */
export const unseenFor = 2 * minute;
/** The same while the last notification of the conversation is still unread. */
export const unseenForAgain = 15 * minute;

/** Messages that are quoted in one notification. */
export const maxQuotedMessages = 3;
