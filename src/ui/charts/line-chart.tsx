import { memo, type PointerEvent, useMemo, useState } from "react";

import { ChartTable } from "./chart-table.tsx";
import { Legend } from "./legend.tsx";
import {
  drawLines,
  type LineChartData,
  type LineDrawing,
  lineLegend,
  lineTable,
  nearest,
} from "./line-data.ts";
import { Band, Curve, firstLine, Plot, PositionAxis, ValueAxis } from "./plot.tsx";

interface LineChartProps {
  /** The accessible name. */
  label: string;
  /** The name of the positions' column in the table. */
  positionsName: string;
  /** The same object until it changes, so that moving the pointer draws nothing but the cursor. */
  data: LineChartData;
}

/** Lines over days. The pointer and the arrow keys choose a position, whose values are shown above; a table has all of them. */
export function LineChart({ label, positionsName, data }: LineChartProps) {
  const last = data.positions.length - 1;
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const index = Math.min(pointed ?? chosen ?? last, last);
  const drawing = useMemo(() => drawLines(data), [data]);
  const entries = lineLegend(data, index);
  const name = data.positions[index]?.name ?? "";
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    setPointed(nearest(drawing.xs, ((clientX - box.left) / box.width) * 100));
  };
  return (
    <div data-chart>
      <Legend entries={entries}>{name}</Legend>
      <div
        className="relative mt-4 mb-7 ml-14 h-44 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink sm:h-52"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <Plot>
          <LinePlot drawing={drawing} format={data.format} />
          <Cursor drawing={drawing} index={index} />
        </Plot>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={[name, ...entries.map((entry) => `${entry.name} ${entry.value}`)].join(", ")}
          min={0}
          max={Math.max(0, last)}
          value={index}
          onChange={(event) => {
            setPointed(null);
            setChosen(event.target.valueAsNumber);
          }}
          className="bare-range absolute inset-0 size-full opacity-0"
        />
      </div>
      <ChartTable caption={label} {...lineTable(data, positionsName)} />
    </div>
  );
}

interface LinePlotProps {
  drawing: LineDrawing;
  format: LineChartData["format"];
}

/** The axes and lines of a chart, the first one with an area below it. */
export const LinePlot = memo(function LinePlot({ drawing, format }: LinePlotProps) {
  const { axis, curves, band, names } = drawing;
  return (
    <>
      <ValueAxis axis={axis} format={format} />
      <PositionAxis names={names} />
      {band && <Band upper={band.upper} lower={band.lower} />}
      {curves.map(({ name, points, look }) => (
        <Curve key={name} points={points} look={look} filled={look === firstLine} />
      ))}
    </>
  );
});

/** The values at a position. */
function Cursor({ drawing: { xs, curves }, index }: { drawing: LineDrawing; index: number }) {
  const x = `${xs[index] ?? 0}%`;
  return (
    <>
      <line x1={x} x2={x} y2="100%" stroke="var(--edge)" />
      {curves.map(({ name, points, look }) => {
        const point = points[index];
        return point && <circle key={name} cx={x} cy={`${100 - point.y}%`} r={4} fill={look.color} />;
      })}
    </>
  );
}
