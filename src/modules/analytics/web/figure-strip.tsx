import type { ReactNode } from "react";

export interface ShownFigure {
  name: string;
  value: string;
  /** A second value, such as that of other videos. */
  detail?: ReactNode;
}

/** Figures beside each other, as many in a line as fit. */
export function FigureStrip({ figures, label }: { figures: readonly ShownFigure[]; label: string }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-x-6 gap-y-5 border-y py-5 sm:grid-cols-3 md:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]"
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
