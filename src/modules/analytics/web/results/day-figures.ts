import { formatMediaTime } from "#core/time.ts";
import type { DayFigures } from "#modules/analytics/contract/figures.ts";

import { formatCount, formatRoundPercent, formatWatchTime } from "../figures/format-figures.ts";

/** A figure that a video has by day. */
export interface DayFigure {
  value: string;
  label: string;
  of: (day: DayFigures) => number | null;
  format: (value: number) => string;
  /** The smallest interval of its axis. */
  leastStep: number;
}

const all: DayFigure[] = [
  { value: "views", label: "Views", of: ({ views }) => views, format: formatCount, leastStep: 1 },
  {
    value: "engagedViews",
    label: "Engaged views",
    of: ({ engagedViews }) => engagedViews,
    format: formatCount,
    leastStep: 1,
  },
  {
    value: "watchTime",
    label: "Watch time",
    of: ({ watchSeconds }) => watchSeconds,
    format: formatWatchTime,
    leastStep: 60,
  },
  {
    value: "averageView",
    label: "Average view duration",
    of: ({ averageViewSeconds }) => averageViewSeconds,
    format: formatMediaTime,
    leastStep: 15,
  },
  {
    value: "averagePercent",
    label: "Average percentage viewed",
    of: ({ averageViewPercent }) => averageViewPercent,
    format: formatRoundPercent,
    leastStep: 25,
  },
  { value: "likes", label: "Likes", of: ({ likes }) => likes, format: formatCount, leastStep: 1 },
  { value: "comments", label: "Comments", of: ({ comments }) => comments, format: formatCount, leastStep: 1 },
  { value: "shares", label: "Shares", of: ({ shares }) => shares, format: formatCount, leastStep: 1 },
  {
    value: "subscribers",
    label: "Subscribers gained",
    of: ({ subscribersGained }) => subscribersGained,
    format: formatCount,
    leastStep: 1,
  },
];

/** The figures that the platform counts on any of these days. */
export function dayFigures(days: readonly DayFigures[]): DayFigure[] {
  return all.filter(({ of }) => days.some((day) => of(day) !== null));
}
