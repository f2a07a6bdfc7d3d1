import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

const tones = {
  plain: "border border-line text-soft",
  tally: "bg-tally text-on-tally",
  go: "border border-go text-go",
  amber: "border border-amber text-amber",
  fault: "border border-fault text-fault",
};

/** A short label or number, such as a version or status. Use `tally` only for what needs action now. */
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

/** The number of items that need action, up to `99+`. */
export function CountBadge({ count, label = "unread" }: { count: number; label?: string }) {
  return (
    <Badge tone="tally">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {label}</span>
    </Badge>
  );
}
