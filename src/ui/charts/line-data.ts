import { type Axis, axisUntil } from "./axis.ts";
import type { LegendEntry } from "./legend.tsx";
import type { Point } from "./paths.ts";
import { type AxisName, comparedLine, firstLine, type LineLook } from "./plot.tsx";

export interface ChartLine {
  name: string;
  /** One for each position; null where there is none. */
  values: readonly (number | null)[];
}

export interface LineChartData {
  /** Ascending numbers, such as days, with their names. */
  positions: readonly { at: number; name: string }[];
  lines: readonly ChartLine[];
  /** An area between two values at each position. */
  band?: { name: string; lower: readonly number[]; upper: readonly number[] };
  format: (value: number) => string;
  /** The smallest interval of the vertical axis. */
  leastStep?: number;
}

/** A chart in percent of its plot. */
export interface LineDrawing {
  axis: Axis;
  /** The place of each position. */
  xs: readonly number[];
  curves: readonly { name: string; points: readonly (Point | null)[]; look: LineLook }[];
  band: { lower: readonly Point[]; upper: readonly Point[] } | null;
  /** The first position, the one nearest to the middle, and the last one. */
  names: readonly AxisName[];
}

export function drawLines({ positions, lines, band, leastStep }: LineChartData): LineDrawing {
  const values = [...lines.flatMap((line) => line.values), ...(band?.upper ?? [])];
  const axis = axisUntil(
    values.reduce<number>((highest, value) => Math.max(highest, value ?? 0), 0),
    leastStep,
  );
  const first = positions[0]?.at ?? 0;
  const span = (positions.at(-1)?.at ?? 0) - first;
  const xs = positions.map(({ at }) => (span === 0 ? 50 : ((at - first) / span) * 100));
  const pointAt = (value: number, index: number): Point => ({
    x: xs[index] ?? 0,
    y: (value / axis.max) * 100,
  });
  return {
    axis,
    xs,
    curves: lines.map(({ name, values }, line) => ({
      name,
      points: values.map((value, index) => (value === null ? null : pointAt(value, index))),
      look: lineLook(line),
    })),
    band: band ? { lower: band.lower.map(pointAt), upper: band.upper.map(pointAt) } : null,
    names: [...new Set([0, nearest(xs, 50), positions.length - 1])].map((index) => ({
      at: xs[index] ?? 0,
      text: positions[index]?.name ?? "",
    })),
  };
}

/** The index of the value nearest to `x`. */
export function nearest(xs: readonly number[], x: number): number {
  let best = 0;
  for (const [index, each] of xs.entries()) {
    if (Math.abs(each - x) < Math.abs((xs[best] ?? 0) - x)) best = index;
  }
  return best;
}

/** The lines and the band, with their values at a position. */
export function lineLegend({ lines, band, format }: LineChartData, index: number): LegendEntry[] {
  const entries = lines.map(({ name, values }, line): LegendEntry => {
    const mark = { shape: "line" as const, ...lineLook(line) };
    return { name, value: formatValue(values[index], format), mark };
  });
  if (!band) return entries;
  const [lower, upper] = [band.lower[index], band.upper[index]].map((value) => formatValue(value, format));
  return [
    ...entries,
    { name: band.name, value: `${lower} to ${upper}`, mark: { shape: "area", color: "var(--line)" } },
  ];
}

function lineLook(line: number): LineLook {
  return line === 0 ? firstLine : comparedLine;
}

function formatValue(value: number | null | undefined, format: LineChartData["format"]): string {
  return value === null || value === undefined ? "–" : format(value);
}

/** All values as a table: its columns, and a row for each position. */
export function lineTable({ positions, lines, band, format }: LineChartData, positionsName: string) {
  const columns = [...lines.map(({ values }) => values), ...(band ? [band.lower, band.upper] : [])];
  const bandNames = band ? [`${band.name}, from`, "to"] : [];
  return {
    columns: [positionsName, ...lines.map(({ name }) => name), ...bandNames],
    rows: () =>
      positions.map(({ name }, index) =>
        [name].concat(columns.map((values) => formatValue(values[index], format))),
      ),
  };
}
