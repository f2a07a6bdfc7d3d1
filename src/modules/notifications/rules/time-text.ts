import { hour, minute } from "#core/time.ts";

/**
 * Date and time in UTC, such as "Nov 25, 2026, 07:59 UTC". A deadline is the end of a day in the creator's time zone, and
 * the reader's time zone is unknown here, so the date alone could be wrong.
 */
export function formatUtc(moment: Date): string {
  const day = { month: "short", day: "numeric", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat("en-US", { ...day, ...time }).format(moment)} UTC`;
}

/** Time left in whole hours, or in minutes during the last hour: "10 hours", "1 hour", "5 minutes". */
export function timeLeft(end: Date, now: Date): string {
  // A window that has just begun counts in full.
  const hours = Math.floor((end.getTime() - now.getTime() + minute) / hour);
  if (hours >= 1) return count(hours, "hour");
  return count(Math.max(1, Math.round((end.getTime() - now.getTime()) / minute)), "minute");
}

function count(value: number, unit: string): string {
  return `${value} ${unit}${value === 1 ? "" : "s"}`;
}
