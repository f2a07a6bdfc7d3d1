import { type ReactNode, useId } from "react";

import { BarMenuButton, BarMenuPanel, renderLink, type TopBarLink } from "./bar-menu.tsx";
import { plainLink, type LinkRenderer } from "./link-renderer.tsx";
import { SkipLink } from "./skip-link.tsx";

interface TopBarProps {
  /** The logo as a link. */
  brand: ReactNode;
  links: readonly TopBarLink[];
  /** Controls on the right, at every width. */
  end: ReactNode;
  link?: LinkRenderer;
}

/**
 * Sticky navigation, 72 px tall, or 60 px when narrow, where a burger button opens the links. When large text does not
 * fit in one row, the controls wrap below the brand.
 */
export function TopBar({ brand, links, end, link = plainLink }: TopBarProps) {
  const panelId = useId();
  return (
    <header className="group/bar @container sticky inset-x-0 top-0 z-30 border-b bg-background">
      <SkipLink />
      <div className="mx-auto flex min-h-15 flex-wrap items-center gap-x-3 px-4 sm:px-6 wide:min-h-18 wide:gap-x-8 wide:px-10">
        {brand}
        <nav aria-label="Site" className="ml-auto hidden wide:block">
          <ul className="flex flex-wrap gap-x-8">
            {links
              .filter(({ onlyInMenu }) => !onlyInMenu)
              .map((entry) => (
                <li key={entry.label}>{renderLink(link, entry, "text-sm")}</li>
              ))}
          </ul>
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 wide:ml-0 @max-xs:order-last @max-xs:basis-full @max-xs:pb-2">
          {end}
        </div>
        <BarMenuButton panelId={panelId} className="wide:hidden @max-xs:ml-auto" />
      </div>
      <BarMenuPanel panelId={panelId} links={links} link={link} className="wide:hidden" />
    </header>
  );
}
