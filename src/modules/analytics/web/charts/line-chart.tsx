import { useId, useMemo, useState, type PointerEvent } from "react";

import { classNames } from "#ui/class-names.ts";

import { axisUntil } from "./axis.ts";
import { ChartTable } from "./chart-table.tsx";
import { areaPath, linePath } from "./paths.ts";

export interface ChartLine {
  name: string;
  /** One for each position; null where there is none. */
  values: readonly (number | null)[];
}

export interface LineChartProps {
  /** The accessible name. */
  label: string;
  /** Ascending numbers, such as days, with their names. */
  positions: readonly { at: number; name: string }[];
  /** The name of the positions' column in the table. */
  positionsName: string;
  /** The first one is drawn with an area below it. */
  lines: readonly ChartLine[];
  /** An area between two values at each position. */
  band?: { name: string; lower: readonly number[]; upper: readonly number[] };
  format: (value: number) => string;
  /** The smallest interval of the vertical axis. */
  leastStep?: number;
}

const tones = [
  { stroke: "stroke-ink", dot: "bg-ink", dash: undefined },
  { stroke: "stroke-soft", dot: "bg-soft", dash: "4 3" },
] as const;

/**
 * Lines over days. The pointer and the arrow keys choose a position, whose values are shown above; a table has all of them.
 * Drawn in percent of the available size, so that it needs no measuring.
 */
export function LineChart(props: LineChartProps) {
  const { label, positions, positionsName, lines, band, format, leastStep } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const clip = useId();
  const last = positions.length - 1;
  const shown = Math.min(pointed ?? chosen ?? last, last);
  const drawn = useMemo(
    () => chartDrawing({ positions, lines, band, leastStep }),
    [positions, lines, band, leastStep],
  );
  const { axis, xs } = drawn;
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    setPointed(nearest(xs, ((clientX - box.left) / box.width) * 100));
  };
  const valueAt = (values: readonly (number | null)[]) => {
    const value = values[shown] ?? null;
    return value === null ? "–" : format(value);
  };
  const bandText = band && `${format(band.lower[shown] ?? 0)} to ${format(band.upper[shown] ?? 0)}`;
  const text = [
    positions[shown]?.name ?? "",
    ...lines.map(({ name, values }) => `${name} ${valueAt(values)}`),
    ...(band ? [`${band.name} ${bandText}`] : []),
  ];
  return (
    <div data-chart>
      <p aria-hidden className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-soft">
        <span className="numerals">{positions[shown]?.name}</span>
        {lines.map(({ name, values }, index) => (
          <span key={name} className="flex items-baseline gap-1.5">
            <span className={classNames("h-0.5 w-3 self-center", tones[index]?.dot)} />
            {name} <span className="numerals text-ink">{valueAt(values)}</span>
          </span>
        ))}
        {band && (
          <span className="flex items-baseline gap-1.5">
            <span className="size-2.5 self-center bg-line" />
            {band.name} <span className="numerals">{bandText}</span>
          </span>
        )}
      </p>
      <div
        className="relative mt-3 ml-12 h-44 border-b border-edge has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink sm:h-52"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        {axis.ticks.slice(1).map((tick) => (
          <span
            key={tick}
            aria-hidden
            className="absolute inset-x-0 border-t"
            style={{ bottom: `${(tick / axis.max) * 100}%` }}
          >
            <span className="numerals absolute right-full -translate-y-1/2 pr-2 text-2xs whitespace-nowrap text-faint">
              {format(tick)}
            </span>
          </span>
        ))}
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          <clipPath id={clip}>
            <rect x="0" y="-2" width="100" height="104" />
          </clipPath>
          <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round">
            {band && <path d={drawn.band} className="fill-line" />}
            <path d={drawn.area} className="fill-ink/8" />
            {drawn.lines.map((path, index) => (
              <path
                key={lines[index]?.name}
                d={path}
                vectorEffect="non-scaling-stroke"
                strokeWidth={index === 0 ? 2 : 1.5}
                strokeDasharray={tones[index]?.dash}
                className={tones[index]?.stroke}
              />
            ))}
          </g>
        </svg>
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 w-px bg-edge"
          style={{ left: `${xs[shown] ?? 0}%` }}
        />
        {lines.map(({ name, values }, index) => {
          const value = values[shown] ?? null;
          return (
            value !== null && (
              <span
                key={name}
                aria-hidden
                className={classNames(
                  "pointer-events-none absolute size-2 -translate-x-1/2 translate-y-1/2 rounded-full",
                  tones[index]?.dot,
                )}
                style={{ left: `${xs[shown] ?? 0}%`, bottom: `${(value / axis.max) * 100}%` }}
              />
            )
          );
        })}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={text.join(", ")}
          min={0}
          max={Math.max(0, last)}
          value={shown}
          onChange={(event) => {
            setPointed(null);
            setChosen(event.target.valueAsNumber);
          }}
          className="bare-range absolute inset-0 size-full opacity-0"
        />
      </div>
      <p aria-hidden className="numerals relative mt-1 ml-12 h-4 text-2xs whitespace-nowrap text-faint">
        {[...new Set([0, nearest(xs, 50), last])].map((index) => (
          <span
            key={index}
            className="absolute"
            style={{ left: `${xs[index]}%`, transform: `translateX(-${xs[index]}%)` }}
          >
            {positions[index]?.name}
          </span>
        ))}
      </p>
      <ChartTable
        caption={label}
        columns={[
          positionsName,
          ...lines.map(({ name }) => name),
          ...(band ? [`${band.name}, from`, "to"] : []),
        ]}
        rows={() => tableRows(props)}
      />
    </div>
  );
}

/** The rows of the table: the name of a position, and the values there. */
function tableRows({ positions, lines, band, format }: LineChartProps): string[][] {
  const columns = [...lines.map(({ values }) => values), ...(band ? [band.lower, band.upper] : [])];
  return positions.map(({ name }, index) =>
    [name].concat(columns.map((values) => valueText(values[index], format))),
  );
}

function valueText(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? "–" : format(value);
}

/** The axes and paths of a chart. */
export function chartDrawing(chart: Pick<LineChartProps, "positions" | "lines"> & Partial<LineChartProps>) {
  const { positions, lines, band, leastStep } = chart;
  const highest = Math.max(
    0,
    ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)),
    ...(band?.upper ?? []),
  );
  const axis = axisUntil(highest, leastStep);
  const first = positions[0]?.at ?? 0;
  const span = (positions.at(-1)?.at ?? 0) - first;
  const xs = positions.map(({ at }) => (span === 0 ? 50 : ((at - first) / span) * 100));
  const linePoints = (values: readonly (number | null)[]) =>
    xs.map((x, index) => {
      const value = values[index] ?? null;
      return value === null ? null : { x, y: (value / axis.max) * 100 };
    });
  const isPoint = <T,>(each: T | null): each is T => each !== null;
  const leading = linePoints(lines[0]?.values ?? []).filter(isPoint);
  return {
    axis,
    xs,
    lines: lines.map(({ values }) => linePath(linePoints(values))),
    area: areaPath(
      leading,
      leading.map(({ x }) => ({ x, y: 0 })),
    ),
    band: band
      ? areaPath(linePoints(band.upper).filter(isPoint), linePoints(band.lower).filter(isPoint))
      : "",
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
