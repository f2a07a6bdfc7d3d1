import type { ReactNode } from "react";

import { SkipLink } from "./skip-link.tsx";

/** Bar and content side by side from 1100 px; below, the content stands over the bar. Put one `<main id="content">` inside. */
export function AppLayout({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col-reverse wide:flex-row">
      <SkipLink />
      {sidebar}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
