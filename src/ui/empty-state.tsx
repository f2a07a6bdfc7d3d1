import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { Playhead } from "./playhead.tsx";

interface EmptyStateProps {
  title: string;
  /** What this place is for. */
  children?: ReactNode;
  /** The one thing that fills it. */
  action?: ReactNode;
  className?: string;
}

/** An empty track, its playhead waiting at the start. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={classNames("flex flex-col items-start py-10", className)}>
      <div aria-hidden className="relative mb-6 h-6 w-full max-w-80">
        <span className="absolute inset-x-0 top-4 h-0.5 bg-line" />
        {[0, 25, 50, 75, 100].map((left) => (
          <span key={left} className="absolute top-3 h-2.5 w-0.5 bg-line" style={{ left: `${left}%` }} />
        ))}
        <Playhead className="absolute top-0 left-px h-full text-soft" />
      </div>
      <p className="font-heading text-xl">{title}</p>
      {children && <div className="mt-1 max-w-prose text-soft">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
