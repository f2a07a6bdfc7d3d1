import type { CSSProperties, ReactNode } from "react";

export interface ShownFigure {
  name: string;
  value: string;
  /** A second value, such as that of other videos. */
  detail?: ReactNode;
}

/** The most figures in a line. */
const maxPerLine = 7;

/** Figures beside each other, on wide screens in lines of about the same length. */
export function FigureStrip({ figures, label }: { figures: readonly ShownFigure[]; label: string }) {
  const lines = Math.ceil(figures.length / maxPerLine);
  const style: CSSProperties & { "--columns": number } = { "--columns": Math.ceil(figures.length / lines) };
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-x-6 gap-y-5 border-y py-5 sm:grid-cols-3 wide:grid-cols-[repeat(var(--columns),minmax(0,1fr))]"
      style={style}
    >
      {figures.map(({ name, value, detail }) => (
        <div key={name} className="flex min-w-0 flex-col">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="numerals mt-1 text-2xl">{value}</dd>
          {detail && <dd className="mt-0.5 text-sm text-soft">{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}
