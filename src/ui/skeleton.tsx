import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

/** A placeholder in the shape of the content; give it its size: `<Skeleton className="h-5 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames("block animate-breathe rounded-sm bg-line", className)} />;
}

/** Placeholder for lines of text. */
export function SkeletonText({ lines = 2, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden className={classNames("flex flex-col gap-2", className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 && lines > 1 ? "h-3.5 w-3/5" : "h-3.5 w-full"} />
      ))}
    </span>
  );
}

/** A group of skeletons with one label for assistive technology. */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <output data-skeleton className={classNames("block", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </output>
  );
}
