import { useMemo } from "react";

import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { highestValues } from "../public/highest-values.ts";

/** Momentary loudness of a video in LUFS, at equal distances from its first frame. */
interface Curve {
  perSecond: number;
  values: readonly number[];
}

export interface Loudness {
  /** Undefined while it is loading, null where it was not measured. */
  curve: Curve | null | undefined;
  /** Whether it couldn't be loaded. */
  hasFailed: boolean;
  /** In LUFS. */
  target: number;
}

interface LoudnessCurveProps extends Loudness {
  /** Position of the first frame on the timeline, in percent. */
  start: number;
  /** Length of the timeline in seconds. */
  secondsShown: number;
}

/** LUFS at the lower and the upper edge. */
const [lowest, highest] = [-50, 0];
/** Steps that the curve consists of at most. */
const maxSteps = 800;

/** The loudness over time, below the timeline and as wide, with a line at its target. */
export function LoudnessCurve({ curve, hasFailed, target, start, secondsShown }: LoudnessCurveProps) {
  const path = useMemo(() => curve && curvePath(curve.values), [curve]);
  const row = "relative h-14 overflow-hidden border-t bg-panel";
  if (curve === undefined && !hasFailed) {
    return (
      <SkeletonGroup label="Loading the loudness" className={row}>
        <Skeleton className="absolute inset-x-0 bottom-0 h-8" />
      </SkeletonGroup>
    );
  }
  if (!curve || !path) {
    return (
      <p className={`${row} flex items-center px-3 text-sm text-soft`}>
        {hasFailed
          ? "The loudness couldn't be loaded. Reload the page to try again."
          : "The loudness of this version is not measured."}
      </p>
    );
  }
  const width = secondsShown > 0 ? (curve.values.length / curve.perSecond / secondsShown) * 100 : 0;
  const targetText = `${String(target).replace("-", "−")} LUFS`;
  return (
    <figure aria-label={`Loudness over time. The line is at ${targetText}.`} className={row}>
      <svg
        aria-hidden
        viewBox={`0 0 ${path.steps} 100`}
        preserveAspectRatio="none"
        className="absolute inset-y-0 h-full text-soft"
        style={{ left: `${start}%`, width: `${width}%` }}
      >
        <path d={path.d} className="fill-current" />
      </svg>
      <span
        aria-hidden
        className="absolute inset-x-0 border-t border-dashed border-amber"
        style={{ top: `${topPercent(target)}%` }}
      />
      <span
        aria-hidden
        className="numerals absolute right-1 rounded-xs bg-panel px-1 text-xs text-amber"
        style={{ top: `calc(${topPercent(target)}% + 1px)` }}
      >
        {targetText}
      </span>
    </figure>
  );
}

function topPercent(lufs: number): number {
  return 100 - ((Math.min(highest, Math.max(lowest, lufs)) - lowest) / (highest - lowest)) * 100;
}

/** The area below the curve; each step is as high as the loudest value of its section. */
function curvePath(values: readonly number[]): { d: string; steps: number } {
  const steps = highestValues(values, maxSteps).map((lufs) => `V${topPercent(lufs).toFixed(1)}h1`);
  return { d: `M0 100${steps.join("")}V100z`, steps: steps.length };
}
