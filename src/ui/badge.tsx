import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

const tones = {
  plain: "border border-line text-soft",
  tally: "bg-tally text-on-tally",
  go: "border border-go text-go",
  amber: "border border-amber text-amber",
  fault: "border border-fault text-fault",
};

/** A short word or number in a small frame: a version, a count, a state. `tally` only for what calls for action now. */
export function Badge({
  tone = "plain",
  children,
  className,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={classNames(
        "numerals inline-flex h-5 min-w-5 items-center justify-center rounded-xs px-1.5 text-2xs font-medium whitespace-nowrap",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
