import type { ReactNode } from "react";

export interface LegendMark {
  shape: "line" | "area" | "dot";
  color: string;
  width?: number | undefined;
  dash?: readonly number[] | undefined;
}

export interface LegendEntry {
  name: string;
  /** The value at the chosen position. */
  value?: string;
  mark: LegendMark;
}

/** The lines and areas of a chart, after the name of the chosen position. */
export function Legend({ entries, children }: { entries: readonly LegendEntry[]; children?: ReactNode }) {
  return (
    <p aria-hidden className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-soft">
      {children && <span className="numerals">{children}</span>}
      {entries.map(({ name, value, mark }) => (
        <span key={name} className="flex items-baseline gap-1.5">
          <Swatch {...mark} />
          {name} {value !== undefined && <span className="numerals text-ink">{value}</span>}
        </span>
      ))}
    </p>
  );
}

/** The mark of an entry, 14 by 10 pixels. */
export function Swatch({ shape, color, width = 2, dash }: LegendMark) {
  return (
    <svg aria-hidden width={14} height={10} className="shrink-0">
      {shape === "line" && (
        <line x2={14} y1={5} y2={5} stroke={color} strokeWidth={width} strokeDasharray={dash?.join(" ")} />
      )}
      {shape === "area" && <rect width={14} height={10} fill={color} />}
      {shape === "dot" && <circle cx={7} cy={5} r={4} fill={color} />}
    </svg>
  );
}
