import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface TextActionProps {
  icon: LucideIcon;
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A small action below the text that it is about. It keeps its focus while it is busy. */
export function TextAction({ icon: Icon, busy = false, onClick, children }: TextActionProps) {
  return (
    <button
      type="button"
      onClick={busy ? undefined : onClick}
      aria-disabled={busy || undefined}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-soft enabled-hover:bg-raised enabled-hover:text-ink aria-disabled:opacity-50 pointer-coarse:min-h-11"
    >
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      {children}
    </button>
  );
}
