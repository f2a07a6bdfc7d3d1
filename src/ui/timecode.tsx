import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { formatDeadline, formatMoment, type MomentFormat } from "./format.ts";

const tones = {
  ink: "text-ink",
  soft: "text-soft",
  faint: "text-faint",
  amber: "text-amber",
  tally: "text-tally",
  go: "text-go",
};

interface TimecodeProps {
  children: ReactNode;
  tone?: keyof typeof tones;
  className?: string;
}

/** Numerals: any time, size, speed or percentage, already written by `format.ts` or the caller. */
export function Timecode({ children, tone = "soft", className }: TimecodeProps) {
  return <span className={classNames("numerals text-sm", tones[tone], className)}>{children}</span>;
}

interface MomentProps extends MomentFormat, Omit<TimecodeProps, "children"> {
  at: Date;
  /** `deadline` has the year, `short` has not. */
  form?: "deadline" | "short";
}

/** A moment in the viewer's zone, with the exact one for machines. */
export function Moment({ at, form = "short", tone = "soft", className, ...format }: MomentProps) {
  return (
    <time
      dateTime={at.toISOString()}
      className={classNames("numerals text-sm whitespace-nowrap", tones[tone], className)}
    >
      {form === "deadline" ? formatDeadline(at, format) : formatMoment(at, format)}
    </time>
  );
}
