import type { CSSProperties, ReactNode } from "react";

import type { Axis } from "./axis.ts";
import { areaPath, linePath, type Point } from "./paths.ts";

/*
 * The parts of all charts, as SVG in percent of the plot: they fill a box of any size on the page, and the plot of a PNG picture.
 * Colours and fonts are CSS variables, which the picture defines itself.
 */

const labelStyle: CSSProperties = { fontFamily: "var(--font-mono)", fontSize: 11 };

interface PlotProps {
  children: ReactNode;
  /** Part of the plot around this one; the whole plot if missing. */
  y?: number | string;
  height?: number | string;
}

/** The area between the axes. Names of the axes are drawn outside of it. */
export function Plot({ children, y, height = "100%" }: PlotProps) {
  return (
    <svg aria-hidden y={y} width="100%" height={height} overflow="visible" className="block overflow-visible">
      {children}
    </svg>
  );
}

interface ValueAxisProps {
  axis: Axis;
  format: (value: number) => string;
}

/** Lines at the ticks with their values on the left. */
export function ValueAxis({ axis, format }: ValueAxisProps) {
  return axis.ticks.map((tick) => {
    const y = `${(1 - tick / axis.max) * 100}%`;
    return (
      <g key={tick}>
        <line x2="100%" y1={y} y2={y} stroke={tick === 0 ? "var(--edge)" : "var(--line)"} />
        <AxisLabel y={y}>{format(tick)}</AxisLabel>
      </g>
    );
  });
}

/** A value on the left of the plot. */
export function AxisLabel({ y, children }: { y: string; children: string }) {
  return (
    <text x={-8} y={y} dy="0.32em" textAnchor="end" fill="var(--soft)" style={labelStyle}>
      {children}
    </text>
  );
}

export interface AxisName {
  /** In percent of the width. */
  at: number;
  text: string;
}

/** Names below the plot: the first one and the last one end at its edges. */
export function PositionAxis({ names }: { names: readonly AxisName[] }) {
  return names.map(({ at, text }) => (
    <text
      key={at}
      x={`${at}%`}
      y="100%"
      dy={18}
      textAnchor={at === 0 ? "start" : at === 100 ? "end" : "middle"}
      fill="var(--soft)"
      style={labelStyle}
    >
      {text}
    </text>
  ));
}

/** A part that is stretched over the plot. */
function Stretched({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%" overflow="visible">
      {children}
    </svg>
  );
}

export interface LineLook {
  color: string;
  width: number;
  dash: readonly number[] | undefined;
}

/** The look of the first line of a chart, and of those that it is compared with. */
export const firstLine: LineLook = { color: "var(--ink)", width: 2, dash: undefined };
export const comparedLine: LineLook = { color: "var(--soft)", width: 1.5, dash: [4, 3] };

interface CurveProps {
  /** Null interrupts the line. */
  points: readonly (Point | null)[];
  look?: LineLook;
  /** Whether the area below it is tinted. */
  filled?: boolean;
}

export function Curve({ points, look = firstLine, filled = false }: CurveProps) {
  const drawn = points.filter((point) => point !== null);
  const base = drawn.map(({ x }) => ({ x, y: 0 }));
  return (
    <Stretched>
      {filled && <path d={areaPath(drawn, base)} fill="var(--ink)" fillOpacity={0.08} />}
      <path
        data-curve
        d={linePath(points)}
        fill="none"
        stroke={look.color}
        // Pictures are larger than the page, and such strokes don't grow with them.
        style={{
          strokeWidth: `calc(${look.width}px * var(--chart-scale, 1))`,
          strokeDasharray: look.dash?.map((length) => `calc(${length}px * var(--chart-scale, 1))`).join(" "),
        }}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </Stretched>
  );
}

/** The area between two lines. */
export function Band({ upper, lower }: { upper: readonly Point[]; lower: readonly Point[] }) {
  return (
    <Stretched>
      <path d={areaPath(upper, lower)} fill="var(--line)" />
    </Stretched>
  );
}
