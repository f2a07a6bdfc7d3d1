import type { CompleteDay, Figures } from "#modules/analytics/contract/figures.ts";

const counts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** Shown where a platform doesn't count something. */
export const noFigure = "–";

/** A count in full: `12,480`. */
export function formatCount(count: number | null): string {
  return count === null ? noFigure : counts.format(count);
}

/** A number with at most one decimal: `2.4`. */
export function formatNumber(value: number | null): string {
  return value === null ? noFigure : decimals.format(value);
}

/** A percentage, rounded: `57%`. */
export function formatRoundPercent(percent: number | null): string {
  return percent === null ? noFigure : `${Math.round(percent)}%`;
}

/** A share from 0 to 1 in percent, rounded: `57%`. */
export function formatShare(share: number | null): string {
  return formatRoundPercent(share === null ? null : share * 100);
}

/** Watch time: `1,204 h`, `12.4 h`, `38 min`, `45 s`. */
export function formatWatchTime(seconds: number): string {
  if (seconds < 60) return `${counts.format(seconds)} s`;
  if (seconds < 3600) return `${counts.format(seconds / 60)} min`;
  const hours = seconds / 3600;
  return `${(hours < 100 ? decimals : counts).format(hours)} h`;
}

/** A span of work in its largest fitting unit: `3.5 days`, `6 hours`, `12 minutes`. */
export function formatSpan(seconds: number | null): string {
  if (seconds === null) return noFigure;
  const [unit, value] =
    seconds >= 48 * 3600
      ? (["day", seconds / 86_400] as const)
      : seconds >= 3600
        ? (["hour", seconds / 3600] as const)
        : (["minute", seconds / 60] as const);
  const rounded = unit === "minute" || value >= 10 ? 0 : 1;
  return new Intl.NumberFormat("en-US", {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumFractionDigits: rounded,
  }).format(value);
}

/** A day of a platform's calendar, `2026-11-24`: `Nov 24` or, with the year, `Nov 24, 2026`. */
export function formatCalendarDay(day: string, withYear = false): string {
  return new Intl.DateTimeFormat("en-US", {
    month: "short",
    day: "numeric",
    ...(withYear && { year: "numeric" }),
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}

/** A time zone of a platform: `Pacific Time`, `UTC`. */
export function formatZone(timeZone: string): string {
  if (timeZone === "UTC") return timeZone;
  const names = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" });
  return names.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** The last day whose views are all counted: `Analytics through Nov 26, 2026 (Pacific Time)`. Empty while there is none. */
export function completeText(complete: CompleteDay | null): string {
  if (!complete) return "";
  return `Analytics through ${formatCalendarDay(complete.day, true)} (${formatZone(complete.timeZone)})`;
}

/** New subscribers less those lost, with its sign: `+34`; null where the platform doesn't count them. */
export function netSubscribers({ subscribersGained, subscribersLost }: Figures): number | null {
  return subscribersGained === null ? null : subscribersGained - (subscribersLost ?? 0);
}

/** A change with its sign: `+34`, `−3`, `0`. */
export function formatSigned(value: number | null): string {
  if (value === null) return noFigure;
  if (value === 0) return "0";
  return `${value > 0 ? "+" : "\u2212"}${counts.format(Math.abs(value))}`;
}
