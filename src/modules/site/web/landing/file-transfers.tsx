import type { ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";
import { Playhead } from "#ui/playhead.tsx";

/** One upload or download of a whole file over a user's own connection. */
export interface FileTransfer {
  version: string;
  route: string;
}

interface FileTransferListProps {
  heading: string;
  transfers: readonly FileTransfer[];
  /** Size of the file. */
  gigabytes: number;
  /** Number of transfers in the longest list, which fills the width. */
  maxTransfers: number;
  tone: "soft" | "ink";
  children?: ReactNode;
}

/** Transfers in order, each drawn as the next segment of one line. */
export function FileTransferList({
  heading,
  transfers,
  gigabytes,
  maxTransfers,
  tone,
  children,
}: FileTransferListProps) {
  const colour = tone === "ink" ? "text-ink" : "text-soft";
  return (
    <section className="border-t pt-5">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-6 font-heading text-2xl">
        {heading}
        <span className={classNames("numerals text-base font-medium", colour)}>
          {transfers.length} transfers, {(transfers.length * gigabytes).toFixed(2)} GB
        </span>
      </h2>
      <ol className="mt-5">
        {transfers.map(({ version, route }, index) => (
          <li key={version + route} className="numerals border-b py-2.5 text-sm last:border-b-0">
            <span className="flex justify-between gap-4">
              <span>{route}</span>
              <span className="text-soft">{version}</span>
            </span>
            <span aria-hidden className="relative mt-1 block h-4">
              <span className="absolute inset-x-0 top-2.5 h-0.5 bg-line" />
              <span
                className={classNames("absolute top-2.5 h-0.5 bg-current", colour)}
                style={{ left: `${(index / maxTransfers) * 100}%`, width: `${100 / maxTransfers}%` }}
              />
              <span
                className={classNames("absolute inset-y-0", colour)}
                style={{ left: `${((index + 1) / maxTransfers) * 100}%` }}
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
