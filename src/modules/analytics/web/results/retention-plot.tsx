import { memo } from "react";

import type { Retention, RetentionPoint } from "#modules/analytics/contract/retention.ts";
import type { Axis } from "#ui/charts/axis.ts";
import type { LegendEntry } from "#ui/charts/legend.tsx";
import type { Point } from "#ui/charts/paths.ts";
import { AxisLabel, Curve, firstLine, ValueAxis } from "#ui/charts/plot.tsx";

import { formatShare } from "../figures/format-figures.ts";

const tickEvery = 0.25;

/** The axis of the curve: parts that are watched repeatedly are above 100%. */
function retentionAxis(points: readonly RetentionPoint[]): Axis {
  const highest = points.reduce((most, point) => Math.max(most, point.audienceWatchRatio), 1);
  const count = Math.ceil(highest / tickEvery - 1e-9);
  return {
    max: count * tickEvery,
    ticks: Array.from({ length: count + 1 }, (_, index) => index * tickEvery),
  };
}

/** The point of the interval at a share of the video; the last one at the end. */
export function pointAt(points: readonly RetentionPoint[], share: number): RetentionPoint | undefined {
  return points[Math.min(points.length - 1, Math.floor(share * points.length))];
}

/** A curve through the middle of each interval and from edge to edge. `share` returns a share of the height. */
function intervalCurve(
  points: readonly RetentionPoint[],
  share: (point: RetentionPoint) => number | null,
): Point[] {
  const middles = points.flatMap((point, index) => {
    const value = share(point);
    return value === null ? [] : [{ x: ((index + 0.5) / points.length) * 100, y: value * 100 }];
  });
  const [first, last] = [middles[0], middles.at(-1)];
  return first && last ? [{ ...first, x: 0 }, ...middles, { ...last, x: 100 }] : [];
}

const markColors = { drop: "var(--fault)", rise: "var(--soft)" } as const;

/** The kinds of marks that the curve has. */
export function markLegend({ marks }: Retention): LegendEntry[] {
  const names = { drop: "Viewers left", rise: "Rewatched" };
  return (["drop", "rise"] as const)
    .filter((kind) => marks.some((mark) => mark.kind === kind))
    .map((kind) => ({ name: names[kind], mark: { shape: "area", color: markColors[kind] } }));
}

export function retentionLegend(retention: Retention): LegendEntry[] {
  return [{ name: "Audience retention", mark: { shape: "line", ...firstLine } }, ...markLegend(retention)];
}

interface RetentionPlotProps {
  retention: Retention;
  toPercent: (frame: number) => number;
}

/** The share of viewers at each time of the video, with the steepest drops and rises. */
export const RetentionPlot = memo(function RetentionPlot({ retention, toPercent }: RetentionPlotProps) {
  const { points, marks } = retention;
  const axis = retentionAxis(points);
  return (
    <>
      <ValueAxis axis={axis} format={formatShare} />
      {marks.map(({ kind, frame, endFrame }) => {
        const start = toPercent(frame);
        const box = { x: `${start}%`, width: `max(2px, ${toPercent(endFrame) - start}%)` };
        return (
          <g key={frame} data-mark={kind} fill={markColors[kind]}>
            <rect style={box} height="100%" fillOpacity={0.2} />
            <rect style={box} height={4} />
          </g>
        );
      })}
      <Curve
        points={intervalCurve(points, ({ audienceWatchRatio }) => audienceWatchRatio / axis.max)}
        filled
      />
    </>
  );
});

/** Performance compared with similar videos: the band has the middle half of them, the line in it is their median. */
export const SimilarVideosPlot = memo(function SimilarVideosPlot({ points }: Pick<Retention, "points">) {
  return (
    <>
      <rect y="25%" width="100%" height="50%" fill="var(--line)" />
      <line x2="100%" y1="50%" y2="50%" stroke="var(--edge)" strokeDasharray="4 3" />
      <AxisLabel y="50%">Median</AxisLabel>
      <Curve points={intervalCurve(points, (point) => point.relativeRetentionPerformance)} />
    </>
  );
});
