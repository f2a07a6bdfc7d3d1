import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

/** One block in the shape of what will come; give it its size: `<Skeleton className="h-5 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames("block animate-breathe rounded-sm bg-line", className)} />;
}

/** Lines of text to come, the last one shorter. */
export function SkeletonText({ lines = 2, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden className={classNames("flex flex-col gap-2", className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 && lines > 1 ? "h-3.5 w-3/5" : "h-3.5 w-full"} />
      ))}
    </span>
  );
}

/** Holds the skeletons of one place and says once what is loading. */
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
    <output className={classNames("block", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </output>
  );
}
