import type { Limit } from "#core/rate-limit.ts";
import { hour, minute } from "#core/time.ts";

/** Creating the download is expensive. */
export const downloadLimit: Limit = { attempts: 10, window: hour };
/** Prevents guessing the password in a browser left logged in. */
export const deletionLimit: Limit = { attempts: 10, window: 15 * minute };
