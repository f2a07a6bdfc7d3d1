import type { ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";

interface NarrowPageProps {
  heading: string;
  /** The page's title in the browser, where it differs from the heading. */
  title?: string;
  children: ReactNode;
  className?: string;
}

/** One column under the top navigation, with the page's heading. */
export function NarrowPage({ heading, title, children, className }: NarrowPageProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={classNames("mx-auto max-w-3xl px-4 pt-8 pb-16 sm:px-6 wide:pt-12", className)}
    >
      <title>{`${title ?? heading} · Reelay`}</title>
      <h1 className="font-heading text-3xl sm:text-4xl">{heading}</h1>
      {children}
    </main>
  );
}
