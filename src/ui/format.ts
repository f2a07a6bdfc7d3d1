import { formatMediaTime } from "#core/time.ts";

/** BCP 47 locale and IANA time zone; default: en-US and the viewer's time zone. */
export interface MomentFormat {
  locale?: string;
  timeZone?: string;
}

const noBreak = "\u00a0";
const sizeUnits = ["B", "KB", "MB", "GB", "TB"] as const;
const sizeDecimals = [0, 0, 1, 2, 2];

function scaleBytes(bytes: number): { value: number; power: number } {
  let value = Math.max(0, bytes);
  let power = 0;
  while (power < sizeUnits.length - 1 && Number(value.toFixed(sizeDecimals[power])) >= 1000) {
    value /= 1000;
    power += 1;
  }
  return { value, power };
}

/** Bytes in decimal units: `812 B`, `640 KB`, `38.4 MB`, `1.42 GB`. */
export function formatBytes(bytes: number): string {
  const { value, power } = scaleBytes(bytes);
  return `${value.toFixed(sizeDecimals[power])}${noBreak}${sizeUnits[power] ?? "B"}`;
}

/** Bytes per second: `3.8 MB/s`, `38 MB/s`. */
export function formatSpeed(bytesPerSecond: number): string {
  const { value, power } = scaleBytes(bytesPerSecond);
  return `${value.toFixed(power > 1 && value < 10 ? 1 : 0)}${noBreak}${sizeUnits[power] ?? "B"}/s`;
}

/** A percentage from 0 to 100, rounded down so that 100 means done: `67%`. */
export function formatPercent(percent: number): string {
  return `${Math.floor(Math.min(100, Math.max(0, percent)))}%`;
}

/** Seconds in words: `10 hours`, `90 minutes`. */
export function formatDuration(seconds: number): string {
  const [unit, count] =
    seconds % 3600 === 0 ? ["hour", seconds / 3600] : ["minute", Math.round(seconds / 60)];
  return new Intl.NumberFormat("en-US", { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** Estimated seconds: `0:40 left`, `1:35 left`, `1:05:00 left`; empty when infinite. */
export function formatTimeLeft(seconds: number): string {
  return Number.isFinite(seconds) ? `${formatMediaTime(Math.ceil(seconds))} left` : "";
}

function formatMomentWith(at: Date, options: Intl.DateTimeFormatOptions, format: MomentFormat): string {
  const zone = format.timeZone === undefined ? {} : { timeZone: format.timeZone };
  const text = new Intl.DateTimeFormat(format.locale ?? "en-US", { ...options, ...zone }).format(at);
  return text.replaceAll("\u202f", " ");
}

const dayAndTime = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** Short month, day, year, hour, minute: `Nov 24, 2026, 6:30 PM`. */
export function formatDeadline(at: Date, format: MomentFormat = {}): string {
  return formatMomentWith(at, { ...dayAndTime, year: "numeric" }, format);
}

/** Short month, day, hour, minute: `Nov 24, 6:30 PM`. */
export function formatMoment(at: Date, format: MomentFormat = {}): string {
  return formatMomentWith(at, dayAndTime, format);
}

/** The date in the viewer's time zone: `2026-11-24`. */
export function formatDate(at: Date, { timeZone }: MomentFormat = {}): string {
  return new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone }).format(at);
}

/** The heading of a day: `Today`, `Yesterday`, `Friday, November 20`; with the year if it isn't the current one. */
export function formatDay(at: Date, now: Date, format: MomentFormat = {}): string {
  const [day, today] = [formatDate(at, format), formatDate(now, format)];
  if (day === today) return "Today";
  // Dates without a time are in UTC, where every day has 24 hours.
  if (Date.parse(today) - Date.parse(day) === 24 * 3_600_000) return "Yesterday";
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" as const };
  return formatMomentWith(at, { weekday: "long", month: "long", day: "numeric", ...year }, format);
}

/** A text truncated to `limit` visible characters (grapheme clusters) with an ellipsis. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...new Intl.Segmenter().segment(text)];
  if (characters.length <= limit) return text;
  return `${characters
    .slice(0, limit)
    .map((character) => character.segment)
    .join("")
    .trimEnd()}…`;
}
