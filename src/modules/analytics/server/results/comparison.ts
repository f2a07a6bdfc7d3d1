import type { Reading } from "#core/server/database.ts";
import type { Comparison } from "#modules/analytics/contract/videos.ts";
import { comparedAges, leastComparedVideos } from "#modules/analytics/rules/comparison.ts";

import type { VideoDayRow } from "../tables.ts";
import { type Compared, figuresOfOthers, growthOfOthers } from "./queries.ts";

/**
 * A video and the other ones at its destination at the same age: its own, or the highest that enough others have reached. Null if there
 * are too few of them.
 */
export async function compare(
  tx: Reading,
  compared: Compared,
  days: readonly VideoDayRow[],
): Promise<Comparison | null> {
  const newest = days.at(-1);
  if (!newest) return null;
  const growth = await growthOfOthers(tx, compared, comparedAges(newest.age));
  const own = days[growth.at(-1)?.age ?? -1];
  const others = own ? await figuresOfOthers(tx, compared, own) : null;
  if (!own || !others || others.videos < leastComparedVideos) return null;
  const { viewsUntil, watchSecondsUntil, averagePercentUntil: percent } = own;
  return {
    age: own.age,
    videos: others.videos,
    views: { value: viewsUntil, median: others.views ?? 0, rank: others.viewsAbove + 1 },
    watchSeconds: {
      value: watchSecondsUntil,
      median: others.watchSeconds ?? 0,
      rank: others.watchSecondsAbove + 1,
    },
    averageViewPercent:
      percent === null || others.percent === null
        ? null
        : { value: percent, median: others.percent, rank: others.percentAbove + 1 },
    growth: growth.map(({ age, lower, median, upper }) => {
      const views = days[age]?.viewsUntil ?? 0;
      return { age, views, lower, median, upper };
    }),
  };
}
