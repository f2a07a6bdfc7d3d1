import type { ReactNode } from "react";

import { formatMediaTime } from "#core/time.ts";
import type { Retention } from "#modules/analytics/contract/retention.ts";
import { ChartTable } from "#ui/charts/chart-table.tsx";
import { Legend } from "#ui/charts/legend.tsx";
import { Plot } from "#ui/charts/plot.tsx";

import { formatShare } from "../figures/format-figures.ts";
import { markLegend, pointAt, RetentionPlot, SimilarVideosPlot } from "./retention-plot.tsx";

interface RetentionLanesProps {
  retention: Retention;
  /** The position whose values are shown, as a share of the video. */
  share: number;
  toPercent: (frame: number) => number;
}

/** The curve and, where the platform compares, the place among similar videos. */
export function RetentionLanes({ retention, share, toPercent }: RetentionLanesProps) {
  const { points } = retention;
  const point = pointAt(points, share);
  return (
    <>
      <LaneName
        name="Audience retention"
        value={point && formatShare(point.audienceWatchRatio)}
        note={
          points.some(({ audienceWatchRatio }) => audienceWatchRatio > 1) &&
          "Above 100% where viewers rewatch a part."
        }
      >
        <Legend entries={markLegend(retention)} />
      </LaneName>
      <div data-chart className="relative h-36 sm:h-48">
        <Plot>
          <RetentionPlot retention={retention} toPercent={toPercent} />
        </Plot>
      </div>
      {isCompared(retention) && (
        <>
          <LaneName
            name="Compared with videos of similar length"
            value={comparedText(point?.relativeRetentionPerformance ?? null)}
          />
          <div data-chart className="relative h-10 border-y">
            <Plot>
              <SimilarVideosPlot points={points} />
            </Plot>
          </div>
        </>
      )}
    </>
  );
}

interface LaneNameProps {
  name: string;
  value?: string | undefined;
  note?: string | false;
  children?: ReactNode;
}

export function LaneName({ name, value, note, children }: LaneNameProps) {
  return (
    <div aria-hidden className="flex flex-wrap items-baseline gap-x-4 pt-3 pb-2 pl-2 text-sm text-soft">
      <p className="mr-auto">
        {name} {value !== undefined && <span className="numerals text-ink">{value}</span>}
      </p>
      {note && <p>{note}</p>}
      {children}
    </div>
  );
}

export function RetentionTable({ retention, duration }: { retention: Retention; duration: number }) {
  const compared = isCompared(retention);
  return (
    <ChartTable
      caption="Audience retention"
      columns={["Until", "Audience retention", ...(compared ? ["Compared with similar videos"] : [])]}
      rows={() =>
        retention.points.map(
          ({ elapsedVideoTimeRatio, audienceWatchRatio, relativeRetentionPerformance }) => [
            `${formatMediaTime(elapsedVideoTimeRatio * duration)} (${formatShare(elapsedVideoTimeRatio)})`,
            formatShare(audienceWatchRatio),
            ...(compared ? [comparedText(relativeRetentionPerformance) ?? "–"] : []),
          ],
        )
      }
    />
  );
}

function isCompared({ points }: Retention): boolean {
  return points.some(({ relativeRetentionPerformance }) => relativeRetentionPerformance !== null);
}

/** The place among similar videos at a time of the video. */
function comparedText(performance: number | null): string | undefined {
  if (performance === null) return undefined;
  if (performance > 0.45 && performance < 0.55) return "typical";
  return performance >= 0.5
    ? `better than ${formatShare(performance)}`
    : `worse than ${formatShare(1 - performance)}`;
}
