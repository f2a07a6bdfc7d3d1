import { createHash } from "node:crypto";

/**
 * A believable life of a video, the same for the same seed: many views on the first days and a long tail with a weekly rhythm,
 * days without any, and a retention curve with a steep drop at 40 % and a part that viewers watch twice at 72 %.
 */
export interface ModelledVideo {
  seed: string;
  durationSeconds: number;
}

/** Numbers from 0 to 1 that follow from a text. */
function chance(...parts: (string | number)[]): number {
  const digest = createHash("sha1").update(parts.join(" ")).digest();
  return digest.readUInt32BE(0) / 0xffff_ffff;
}

/** The share of the video at which most viewers leave. */
export const dropAt = 0.4;
const dropShare = 0.16;
const rewatchedAt = 0.72;

/** Retention and its comparison in each hundredth of the video. */
export function modelRetention({ seed }: ModelledVideo) {
  const slope = 0.16 + 0.1 * chance(seed, "slope");
  const intervals = Array.from({ length: 100 }, (_, index) => {
    const end = (index + 1) / 100;
    const opening = 0.24 * Math.exp(-index / 5);
    // Beginning with the interval that starts at 40 %.
    const dropped = index >= dropAt * 100 ? dropShare : 0;
    const rewatched = Math.abs(end - rewatchedAt) < 0.02 ? 0.09 : 0;
    const credits = end > 0.95 ? (end - 0.95) * 3 : 0;
    const noise = 0.004 * (chance(seed, "noise", index) - 0.5);
    const watched = 0.82 + opening - slope * end - dropped + rewatched - credits + noise;
    return { end, watched: round(Math.max(0.03, watched), 4) };
  });
  return intervals.map(({ end, watched }, index) => {
    const before = index === 0 ? 1.1 : (intervals[index - 1]?.watched ?? 0);
    const median = 0.78 + 0.2 * Math.exp(-index / 4) - 0.42 * end;
    return {
      elapsedVideoTimeRatio: end,
      audienceWatchRatio: watched,
      relativeRetentionPerformance: round(Math.min(1, Math.max(0, 0.5 + (watched - median) * 1.6)), 4),
      startedWatching: round(index === 0 ? 0.94 : Math.max(0, watched - before) + 0.0004, 4),
      stoppedWatching: round(Math.max(0, before - watched), 4),
    };
  });
}

const weekday = [1.25, 0.85, 0.8, 0.9, 1, 1.15, 1.35];

/** Views on a day of the video's life; 0 on some. */
function viewsOn(seed: string, age: number, day: string): number {
  const size = 300 * 10 ** (1.4 * chance(seed, "size"));
  const shape = age === 0 ? 0.55 : age ** -(0.75 + 0.3 * chance(seed, "decay"));
  const rhythm = weekday[new Date(day).getUTCDay()] ?? 1;
  const luck = 0.8 + 0.4 * chance(seed, "luck", age);
  if (age > 2 && chance(seed, "empty", age) < 0.04) return 0;
  return Math.floor(size * shape * rhythm * luck);
}

/** Figures of a day; null on days without views. */
export function figuresOn(video: ModelledVideo, age: number, day: string) {
  const { seed, durationSeconds } = video;
  const views = viewsOn(seed, age, day);
  if (views === 0) return null;
  const part = (name: string, share: number) =>
    Math.round(views * share * (0.7 + 0.6 * chance(seed, name, age)));
  const watchedShare = averageRetention(video) * (0.95 + 0.1 * chance(seed, "attention", age));
  const averageViewDuration = watchedShare * durationSeconds;
  return {
    views,
    engagedViews: part("engaged", 0.78),
    estimatedMinutesWatched: round((views * averageViewDuration) / 60, 2),
    averageViewDuration: round(averageViewDuration, 2),
    averageViewPercentage: round(watchedShare * 100, 2),
    likes: part("likes", 0.045),
    comments: part("comments", 0.006),
    shares: part("shares", 0.009),
    subscribersGained: part("gained", 0.012),
    subscribersLost: part("lost", 0.002),
  };
}

function averageRetention(video: ModelledVideo): number {
  const curve = modelRetention(video);
  return curve.reduce((sum, { audienceWatchRatio }) => sum + audienceWatchRatio, 0) / curve.length;
}

/** The days of a video from its publication to today, with the figures of each. `today` and `first` are days such as `2026-11-25`. */
export function livedDays(video: ModelledVideo, first: string, today: string) {
  const days: { day: string; figures: ReturnType<typeof figuresOn> }[] = [];
  for (let age = 0; ; age += 1) {
    const day = addDays(first, age);
    if (day > today) return days;
    days.push({ day, figures: figuresOn(video, age, day) });
  }
}

/** The sums until today, which are counted at once. */
export function modelCounts(video: ModelledVideo, first: string, today: string) {
  const counts = { views: 0, likes: 0, comments: 0 };
  for (const { figures } of livedDays(video, first, today)) {
    counts.views += figures?.views ?? 0;
    counts.likes += figures?.likes ?? 0;
    counts.comments += figures?.comments ?? 0;
  }
  return counts;
}

/** Days until figures arrive: two, and three for some of them. */
export function reportLag(seed: string, today: string): number {
  return 2 + (chance(seed, "lag", today) < 0.3 ? 1 : 0);
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
