import { hour, minute, second } from "#core/time.ts";

/** Participants of one room. */
export const maxParticipants = 50;
/** Tabs of one person or guest in a room. */
export const maxTabs = 4;
/** Participants who have not reported for this long have left. */
export const presentFor = 30 * second;
/** A room without participants ends after this long. */
export const emptyFor = minute;
/** Rooms that one person starts. */
export const startLimit = { attempts: 30, window: hour };

/** Requests of one person or guest to one server process: `perSecond` in the long run, `burst` at once. */
export const commandBudget = { perSecond: 20, burst: 40 };
export const presenceBudget = { perSecond: 4, burst: 20 };
/** Signals cost one for each started kilobyte, so that large drawings are sent less often. */
export const signalBudget = { perSecond: 40, burst: 120 };
