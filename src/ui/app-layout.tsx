import type { ReactNode } from "react";

import { SkipLink } from "./skip-link.tsx";

/** Sidebar and content; below 1100 px, the sidebar is at the bottom. Needs one `<main id="content">` inside. */
export function AppLayout({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-(--screen-height) flex-col-reverse wide:flex-row">
      <SkipLink />
      {sidebar}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
