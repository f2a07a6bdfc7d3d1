import type { ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";
import { Playhead } from "#ui/playhead.tsx";

/** One whole file over somebody's connection. */
export interface Trip {
  version: string;
  way: string;
}

interface TripListProps {
  heading: string;
  trips: readonly Trip[];
  /** Size of the file. */
  gigabytes: number;
  /** Trips of the longest list beside it, which fills the width. */
  most: number;
  tone: "soft" | "ink";
  children?: ReactNode;
}

/** Trips one after the other, each a stretch further along the same line. */
export function TripList({ heading, trips, gigabytes, most, tone, children }: TripListProps) {
  const colour = tone === "ink" ? "text-ink" : "text-soft";
  return (
    <section className="border-t pt-5">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-6 font-heading text-2xl">
        {heading}
        <span className={classNames("numerals text-base font-medium", colour)}>
          {trips.length} trips, {(trips.length * gigabytes).toFixed(2)} GB
        </span>
      </h2>
      <ol className="mt-5">
        {trips.map(({ version, way }, index) => (
          <li key={version + way} className="numerals border-b py-2.5 text-sm last:border-b-0">
            <span className="flex justify-between gap-4">
              <span>{way}</span>
              <span className="text-soft">{version}</span>
            </span>
            <span aria-hidden className="relative mt-1 block h-4">
              <span className="absolute inset-x-0 top-2.5 h-0.5 bg-line" />
              <span
                className={classNames("absolute top-2.5 h-0.5 bg-current", colour)}
                style={{ left: `${(index / most) * 100}%`, width: `${100 / most}%` }}
              />
              <span
                className={classNames("absolute inset-y-0", colour)}
                style={{ left: `${((index + 1) / most) * 100}%` }}
              >
                <Playhead className="h-full" />
              </span>
            </span>
          </li>
        ))}
      </ol>
      {children && <p className="mt-4 text-soft">{children}</p>}
    </section>
  );
}
