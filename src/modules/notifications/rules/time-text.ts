import { minute } from "#core/time.ts";

/** The last full hour on the clocks of a time zone; some are 30 or 45 minutes off. */
export function startOfHour(now: Date, timeZone: string | null): Date {
  const format = new Intl.DateTimeFormat("en-US", { minute: "numeric", timeZone: timeZone ?? "UTC" });
  const minutes = Number(format.format(now));
  return new Date(Math.floor(now.getTime() / minute) * minute - minutes * minute);
}
