import type { ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";

interface PageFootProps {
  /** Whether it has a text too, which needs more room on phones. */
  hasText?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * The actions of a long page and their failure, as its last part. They stay at the lower edge of the window, also at the end of the
 * page (without its margin): what appears above them, or their failure, moves no button.
 */
export function PageFoot({ hasText = false, className, children }: PageFootProps) {
  return (
    <div
      data-page-foot={hasText ? "text" : ""}
      className={classNames(
        "bottom-(--upload-bar) max-wide:bottom-[calc(3.5625rem+env(safe-area-inset-bottom)+var(--upload-bar))] z-10 mt-8 -mb-12 flex max-sm:[@media(min-height:48rem)]:sticky sm:sticky flex-wrap items-center gap-y-3 border-t bg-background py-4",
        className,
      )}
    >
      {children}
    </div>
  );
}
