import { memo, useMemo } from "react";

import type { Retention, RetentionPoint } from "#modules/analytics/contract/retention.ts";
import { classNames } from "#ui/class-names.ts";

import { areaPath, linePath, type Point } from "../charts/paths.ts";

/** The distance of the lines of the axis. */
const lineEvery = 0.25;

/** The top of the axis: parts that are watched repeatedly are above 100%. */
export function highestShare(points: readonly RetentionPoint[]): number {
  const highest = Math.max(1, ...points.map(({ audienceWatchRatio }) => audienceWatchRatio));
  return Math.ceil(highest / lineEvery - 1e-9) * lineEvery;
}

/** The point of the interval at a time; the last one at the end. */
export function pointAt(points: readonly RetentionPoint[], share: number): RetentionPoint | undefined {
  return points[Math.min(points.length - 1, Math.floor(share * points.length))];
}

/** The curve in percent of the lane, through the middle of each interval and from edge to edge. */
export function retentionCurve(
  points: readonly RetentionPoint[],
  valueOf: (point: RetentionPoint) => number | null,
): Point[] {
  const known = points.flatMap((point, index) => {
    const value = valueOf(point);
    return value === null ? [] : [{ x: ((index + 0.5) / points.length) * 100, y: value * 100 }];
  });
  const [first, last] = [known[0], known.at(-1)];
  return first && last ? [{ ...first, x: 0 }, ...known, { ...last, x: 100 }] : [];
}

interface RetentionLaneProps {
  retention: Retention;
  percentOf: (frame: number) => number;
}

/** The share of the views that is still watching, with the steepest drops and rises. */
export const RetentionLane = memo(function RetentionLane({ retention, percentOf }: RetentionLaneProps) {
  const { points, marks } = retention;
  const top = highestShare(points);
  const lines = Array.from({ length: Math.floor(top / lineEvery) }, (_, index) => (index + 1) * lineEvery);
  const curve = useMemo(
    () => retentionCurve(points, ({ audienceWatchRatio }) => audienceWatchRatio / top),
    [points, top],
  );
  return (
    <div aria-hidden data-chart className="relative h-36 border-b border-edge sm:h-48">
      {lines.map((share) => (
        <span
          key={share}
          className="absolute inset-x-0 border-t"
          style={{ bottom: `${(share / top) * 100}%` }}
        />
      ))}
      {marks.map(({ kind, frame, endFrame }) => (
        <span
          key={frame}
          data-mark={kind}
          className={classNames(
            "absolute inset-y-0 min-w-0.5 border-t-4",
            kind === "drop" ? "border-fault bg-fault/20" : "border-soft bg-soft/20",
          )}
          style={{ left: `${percentOf(frame)}%`, width: `${percentOf(endFrame) - percentOf(frame)}%` }}
        />
      ))}
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
        fill="none"
      >
        <path
          d={areaPath(
            curve,
            curve.map(({ x }) => ({ x, y: 0 })),
          )}
          className="fill-ink/8"
        />
        <path
          data-curve
          d={linePath(curve)}
          vectorEffect="non-scaling-stroke"
          strokeWidth={2}
          strokeLinejoin="round"
          className="stroke-ink"
        />
      </svg>
      {lines
        .filter((share) => share % 0.5 === 0)
        .map((share) => (
          <span
            key={share}
            className="numerals absolute right-0 translate-y-full bg-background pl-1 text-2xs text-soft"
            style={{ bottom: `${(share / top) * 100}%` }}
          >
            {share * 100}%
          </span>
        ))}
    </div>
  );
});

/** Performance compared with similar videos: the band has the middle half of them, the line in it is their median. */
export const SimilarVideosLane = memo(function SimilarVideosLane({ points }: Pick<Retention, "points">) {
  const curve = useMemo(
    () => retentionCurve(points, (point) => point.relativeRetentionPerformance),
    [points],
  );
  return (
    <div aria-hidden data-chart className="relative h-14 border-y">
      <span className="absolute inset-x-0 top-1/4 bottom-1/4 bg-line" />
      <span className="absolute inset-x-0 top-1/2 border-t border-dashed border-edge" />
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
        fill="none"
      >
        <path
          d={linePath(curve)}
          vectorEffect="non-scaling-stroke"
          strokeWidth={1.5}
          strokeLinejoin="round"
          className="stroke-ink"
        />
      </svg>
    </div>
  );
});
