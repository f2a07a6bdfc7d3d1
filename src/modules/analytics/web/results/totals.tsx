import { formatMediaTime } from "#core/time.ts";
import type { VideoResults } from "#modules/analytics/contract/videos.ts";

import { FigureStrip, type ShownFigure } from "../figures/figure-strip.tsx";
import {
  formatCount,
  formatRoundPercent,
  formatSigned,
  formatWatchTime,
  netSubscribers,
} from "../figures/format-figures.ts";

/** The figures of a video until the last complete day, and the current counts before these have arrived. */
export function Totals({ results: { totals, current, comparison } }: { results: VideoResults }) {
  if (!totals) {
    if (!current) return null;
    return (
      <FigureStrip
        label="Current counts"
        figures={[
          { name: "Views now", value: formatCount(current.views) },
          { name: "Likes now", value: formatCount(current.likes) },
          { name: "Comments now", value: formatCount(current.comments) },
        ]}
      />
    );
  }
  const later = current && current.views > totals.views && `${formatCount(current.views)} now`;
  const { subscribersGained, subscribersLost } = totals;
  const figures: (ShownFigure | false)[] = [
    { name: "Views", value: formatCount(totals.views), detail: later },
    totals.engagedViews !== null && { name: "Engaged views", value: formatCount(totals.engagedViews) },
    { name: "Watch time", value: formatWatchTime(totals.watchSeconds) },
    totals.averageViewSeconds !== null && {
      name: "Average view",
      value: formatMediaTime(totals.averageViewSeconds),
      detail:
        totals.averageViewPercent !== null && `${formatRoundPercent(totals.averageViewPercent)} of the video`,
    },
    totals.likes !== null && { name: "Likes", value: formatCount(totals.likes) },
    totals.comments !== null && { name: "Comments", value: formatCount(totals.comments) },
    totals.shares !== null && { name: "Shares", value: formatCount(totals.shares) },
    subscribersGained !== null && {
      name: "Subscribers",
      value: formatSigned(netSubscribers(totals)),
      detail: `${formatCount(subscribersGained)} gained, ${formatCount(subscribersLost)} lost`,
    },
    comparison !== null && {
      name: "Rank by views",
      value: `${comparison.views.rank} of ${comparison.videos + 1}`,
      detail: "of your videos at this age",
    },
  ];
  return (
    <>
      <FigureStrip label="Totals" figures={figures.filter((figure) => figure !== false)} />
      {totals.engagedViews !== null && (
        <p className="mt-2 max-w-prose text-sm text-soft">
          Since August 27, 2026, a view counts from the first frame. Engaged views are those that went on
          watching, as views were counted before.
        </p>
      )}
    </>
  );
}
