import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface PageHeaderProps {
  title: ReactNode;
  /** Shown before the title, such as a logo or a back link. */
  start?: ReactNode;
  /** Controls on the right. */
  actions?: ReactNode;
  /** A line below the title. */
  children?: ReactNode;
  /** Whether a long title continues on the next line instead of being cut. */
  wraps?: boolean;
}

/** The page's `h1` with its controls. */
export function PageHeader({ title, start, actions, children, wraps = false }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-3 pt-5 pb-4 sm:gap-x-4 wide:pt-6">
      {start}
      <h1
        className={classNames(
          "min-w-0 flex-1 font-heading text-xl min-[24rem]:text-2xl sm:text-3xl",
          !wraps && "truncate",
        )}
      >
        {title}
      </h1>
      {actions && <div className="flex flex-wrap items-center gap-1 sm:gap-2">{actions}</div>}
      {children && <div className="w-full text-soft">{children}</div>}
    </header>
  );
}
