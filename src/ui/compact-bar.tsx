import { type ReactNode, useId, useState } from "react";

import { BarMenuButton, BarMenuPanel, type MenuEntry } from "./bar-menu.tsx";
import { plainLink, type LinkRenderer } from "./link-renderer.tsx";
import { SkipLink } from "./skip-link.tsx";
import { TopBarSlot } from "./top-bar-slot.ts";

interface CompactBarProps {
  /** The logo as a link. */
  brand: ReactNode;
  /** In a menu; without them there is none. */
  links?: readonly MenuEntry[];
  /** Number of unread items behind the links. */
  unread?: number;
  /** Controls on the right; in the menu when narrow. */
  end: ReactNode;
  link?: LinkRenderer;
  /** The page, which fills the bar with `InTopBar`. */
  children: ReactNode;
}

/** A page below a navigation, 56 px tall, that the page fills. A burger button opens the links. */
export function CompactBar({ brand, links, unread, end, link = plainLink, children }: CompactBarProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const panelId = useId();
  return (
    <TopBarSlot value={slot}>
      <header className="group/bar relative z-30 border-b bg-background">
        <SkipLink />
        <div className="flex min-h-14 flex-wrap low:min-h-12 items-center gap-x-3 px-4 wide:flex-nowrap wide:gap-x-4">
          {brand}
          <div ref={setSlot} className="contents empty:block empty:flex-1" />
          {links ? (
            <>
              <div className="flex items-center gap-2 max-wide:hidden">{end}</div>
              <BarMenuButton panelId={panelId} unread={unread} className="max-wide:ml-auto" />
            </>
          ) : (
            <div className="ml-auto">{end}</div>
          )}
        </div>
        {links && (
          <BarMenuPanel
            panelId={panelId}
            label="Main"
            links={links}
            link={link}
            before={<div className="flex justify-end gap-2 border-b py-1 wide:hidden">{end}</div>}
            className="wide:left-auto wide:w-64 wide:border-l"
          />
        )}
      </header>
      {children}
    </TopBarSlot>
  );
}
