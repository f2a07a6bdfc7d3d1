import { dateInTimeZone } from "#core/time-zone.ts";

/** The time zone of YouTube's days: of the quota and of the reports. */
export const pacificTime = "America/Los_Angeles";

/** The day that quota is counted for, such as `2026-11-25`: it begins and ends at midnight Pacific time. */
export function quotaDay(now: Date): string {
  return dateInTimeZone(pacificTime, now);
}

const pacificClock = new Intl.DateTimeFormat("en-US", {
  timeZone: pacificTime,
  hourCycle: "h23",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/**
 * Whole seconds until the quota is renewed at midnight Pacific time. On the two days of
 * the year on which the clocks there change the result may be off by up to an hour; the next attempt corrects it.
 */
export function secondsUntilQuotaRenewal(now: Date): number {
  const clock: Record<string, number> = {};
  for (const part of pacificClock.formatToParts(now)) clock[part.type] = Number(part.value);
  const sinceMidnight = (clock["hour"] ?? 0) * 3600 + (clock["minute"] ?? 0) * 60 + (clock["second"] ?? 0);
  return 24 * 60 * 60 - sinceMidnight;
}
