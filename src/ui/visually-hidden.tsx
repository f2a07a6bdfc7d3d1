import type { ReactNode } from "react";

interface VisuallyHiddenProps {
  children: ReactNode;
  /** Changes of the text are spoken: when there is a pause, or at once. */
  live?: "polite" | "assertive";
}

/** For assistive technology only. Mount it empty first when it is `live`, then change its text. */
export function VisuallyHidden({ children, live }: VisuallyHiddenProps) {
  return (
    <span className="sr-only" aria-live={live}>
      {children}
    </span>
  );
}
