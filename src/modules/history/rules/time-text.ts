import { hour, minute } from "#core/time.ts";

/**
 * A moment in the reader's time zone as task cards show deadlines: "Nov 24, 2026, 11:59 PM". If the zone is unknown (null), in
 * UTC and with its name.
 */
export function momentText(moment: Date, timeZone: string | null): string {
  const day = { month: "short", day: "numeric", year: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", timeZone: timeZone ?? "UTC" } as const;
  const text = new Intl.DateTimeFormat("en-US", { ...day, ...time }).format(moment);
  return text.replaceAll("\u202f", " ") + (timeZone === null ? " UTC" : "");
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
