import { day, hour, minute, second } from "#core/time.ts";

const week = 7 * day;

/**
 * Milliseconds until the platform is asked again about a video that it has processed for `age` milliseconds: soon at
 * first, every 5 minutes on the first day, every hour in the first week, then once a day.
 */
export function nextCheckDelay(age: number): number {
  if (age >= week) return day;
  if (age >= day) return hour;
  return Math.min(5 * minute, Math.max(2 * second, age / 4));
}

/** A video that the platform does not list for this long after its upload was deleted there. */
export const unlistedAfter = 10 * minute;
