import { momentInTimeZone } from "#core/time-zone.ts";

import type { Figures } from "../contract/figures.ts";

/** Figures of a day of the platform's calendar, such as `2026-11-25`. */
export interface OfDay extends Figures {
  day: string;
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The number of days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/**
 * The last day whose figures are complete: the last one that has arrived, or the last one that must have, if it had no views.
 * Null before the first day. `today` is not over yet.
 */
export function completeDay(
  arrived: readonly { day: string }[],
  { first, today, lagDays }: { first: string; today: string; lagDays: number },
): string | null {
  const due = addDays(today, -(lagDays + 1));
  const last = arrived.at(-1)?.day ?? due;
  const complete = last > due ? last : due;
  return complete < first ? null : complete;
}

/** The moment at which a day of a time zone ends. */
export function endOfDay(day: string, timeZone: string): Date {
  return momentInTimeZone(timeZone, `${addDays(day, 1)}T00:00:00`);
}

const counted = ["likes", "comments", "shares", "subscribersGained", "subscribersLost"] as const;

/** A day without views. What the platform doesn't count on other days is null. */
function emptyDay(day: string, arrived: readonly OfDay[]): OfDay {
  const isCounted = (name: keyof Figures) => arrived.some((each) => each[name] !== null);
  const zero = (name: keyof Figures) => (isCounted(name) ? 0 : null);
  return {
    day,
    views: 0,
    engagedViews: zero("engagedViews"),
    watchSeconds: 0,
    averageViewSeconds: null,
    averageViewPercent: null,
    likes: zero("likes"),
    comments: zero("comments"),
    shares: zero("shares"),
    subscribersGained: zero("subscribersGained"),
    subscribersLost: zero("subscribersLost"),
  };
}

/** A day of a video's life with sums and averages since its publication. */
export interface ContinuousDay extends OfDay {
  age: number;
  viewsUntil: number;
  watchSecondsUntil: number;
  averagePercentUntil: number | null;
}

/** The days from the first one until the last, without gaps, with their ages and sums until then. */
export function continuousDays(
  arrived: readonly OfDay[],
  { first, last }: { first: string; last: string },
): ContinuousDay[] {
  const byDay = new Map(arrived.map((each) => [each.day, each]));
  const days: ContinuousDay[] = [];
  let [weight, percent] = [0, 0];
  let viewsUntil = 0;
  let watchSecondsUntil = 0;
  for (let age = 0; age <= daysBetween(first, last); age += 1) {
    const day = addDays(first, age);
    const figures = byDay.get(day) ?? emptyDay(day, arrived);
    viewsUntil += figures.views;
    watchSecondsUntil += figures.watchSeconds;
    if (figures.averageViewPercent !== null) {
      weight += figures.views;
      percent += figures.averageViewPercent * figures.views;
    }
    const averagePercentUntil = weight === 0 ? null : percent / weight;
    days.push(Object.assign({}, figures, { age, viewsUntil, watchSecondsUntil, averagePercentUntil }));
  }
  return days;
}

/** Figures of several days together; averages are weighted by views. Null without days. */
export function sumFigures(days: readonly Figures[]): Figures | null {
  if (days.length === 0) return null;
  const sum = (name: keyof Figures) => {
    const values = days.flatMap((each) => each[name] ?? []);
    return values.length === 0 ? null : values.reduce((all, value) => all + value, 0);
  };
  const views = sum("views") ?? 0;
  const watchSeconds = sum("watchSeconds") ?? 0;
  const weighted = days.filter((each) => each.averageViewPercent !== null && each.views > 0);
  const weight = weighted.reduce((all, each) => all + each.views, 0);
  const percent = weighted.reduce((all, each) => all + (each.averageViewPercent ?? 0) * each.views, 0);
  const counts = Object.fromEntries(counted.map((name) => [name, sum(name)])) as Pick<
    Figures,
    (typeof counted)[number]
  >;
  return {
    views,
    engagedViews: sum("engagedViews"),
    watchSeconds,
    averageViewSeconds: views === 0 ? null : watchSeconds / views,
    averageViewPercent: weight === 0 ? null : percent / weight,
    ...counts,
  };
}
