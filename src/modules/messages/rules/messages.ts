import { day, minute } from "#core/time.ts";

/** Characters of one message. */
export const maxMessageLength = 4000;
/** Images of one message. */
export const maxImages = 4;
/** Largest image of a message, in bytes. */
export const maxMessageImageBytes = 10 * 1024 * 1024;
/** A message can be edited and deleted for this long after it was sent. */
export const editPeriod = 15 * minute;

/** Messages of one user to all others. */
export const sendLimit = { attempts: 60, window: minute };
/** Conversations that one user may start with users with whom they share neither a task nor a team. */
export const requestLimit = { attempts: 20, window: day };
/** Calls of one user that only inform the other one, such as typing. */
export const signalLimit = { attempts: 120, window: minute };

/** The highest value of an unread count. */
export const maxUnread = 100;
/** Characters of a search query. */
export const maxSearchLength = 100;
export const searchResults = 30;
/** Newest messages of each conversation in which short texts are searched. */
export const newestSearched = 1000;

/** Whether a text has no three letters or digits in a row, by which the index would find it. */
export function isShortSearch(text: string): boolean {
  return !/[\p{L}\p{N}]{3}/u.test(text);
}

/** Whether a user can still edit or delete a message that they sent at `sentAt`. */
export function isChangeable(sentAt: Date, now: Date): boolean {
  return now.getTime() - sentAt.getTime() < editPeriod;
}

export interface ConversationState {
  /** The user who sent the first message; null if a task started the conversation. */
  startedBy: number | null;
  accepted: boolean;
  /** Users who blocked the other one. */
  blockedBy: readonly number[];
}

/** The reason why `personId` can't send a message now, or null. A user who has not accepted accepts by answering. */
export function sendRefusal(
  { startedBy, accepted, blockedBy }: ConversationState,
  personId: number,
): "you_blocked" | "blocked" | "awaiting_acceptance" | null {
  if (blockedBy.includes(personId)) return "you_blocked";
  if (blockedBy.length > 0) return "blocked";
  return !accepted && startedBy === personId ? "awaiting_acceptance" : null;
}
