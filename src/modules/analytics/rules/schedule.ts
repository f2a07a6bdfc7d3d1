import { after, day, hour } from "#core/time.ts";

/** New videos are counted hourly, older ones daily, and old ones weekly. */
const newFor = 2 * day;
const dailyFor = 90 * day;

/** When a video is fetched again. A video that is scheduled for later counts as new. */
export function nextFetch(publishedAt: Date, now: Date): Date {
  const age = now.getTime() - publishedAt.getTime();
  if (age < newFor) return after(now, hour);
  return after(now, age < dailyFor ? day : 7 * day);
}

/** Platforms add a day at a time, so figures by day and retention are read at most about daily. */
const reportsEvery = 20 * hour;

/** Whether figures by day and retention are read again. */
export function reportsDue(fetchedAt: Date | null, now: Date): boolean {
  return fetchedAt === null || now.getTime() - fetchedAt.getTime() >= reportsEvery;
}

/** Figures that could not be read again for this long are deleted: YouTube's API terms allow 30 days. */
export const figuresLifetime = 28 * day;
