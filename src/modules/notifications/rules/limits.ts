import { hour, minute } from "#core/time.ts";

/**
 * Notifications that are sent singly, by email and push. Above one of these limits, emails wait for the next digest, and
 * push messages are merged.
 */
export const singleLimits = {
  /** From one sender to one recipient. */
  pair: { attempts: 20, window: hour },
  sender: { attempts: 60, window: hour },
  recipient: { attempts: 60, window: hour },
};

/** Merged push messages to one user. */
export const mergedPushLimit = { attempts: 1, window: 15 * minute };

/** Notifications that a digest shows; the others are counted. */
export const digestLimits = { perSender: 20, total: 60 };

/** Unread notifications from one sender to one recipient, or of one kind about one task: newer ones replace the oldest. */
export const maxUnreadKept = 200;
