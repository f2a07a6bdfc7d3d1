import type { ReactNode } from "react";

/** The name of a key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="numerals inline-flex h-5 min-w-5 items-center justify-center rounded-xs border border-edge px-1.5 text-2xs text-soft">
      {children}
    </kbd>
  );
}
