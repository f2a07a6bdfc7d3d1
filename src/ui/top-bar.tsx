import { Menu, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import { plainLink, type LinkRenderer } from "./link-renderer.tsx";
import { SkipLink } from "./skip-link.tsx";

export interface TopBarLink {
  label: string;
  href: string;
  active?: boolean;
  /** Only in the menu below 640 px, where the controls on the right have no space for it. */
  onlyInMenu?: boolean;
  /** For additional behaviour, such as scrolling to a section. */
  onClick?: () => void;
}

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
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent | PointerEvent) => {
      const inside = event.target instanceof Node && header.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !inside) setOpen(false);
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, [open]);
  const draw = (entry: TopBarLink, className: string) =>
    link({
      href: entry.href,
      "aria-current": entry.active ? "page" : undefined,
      className: classNames(
        "font-medium text-soft transition-colors hover:text-ink aria-[current]:text-ink",
        className,
      ),
      onClick: () => {
        setOpen(false);
        entry.onClick?.();
      },
      children: entry.label,
    });
  return (
    <header ref={header} className="@container sticky inset-x-0 top-0 z-30 border-b bg-background">
      <SkipLink />
      <div className="mx-auto flex min-h-15 flex-wrap items-center gap-x-3 px-4 sm:px-6 wide:min-h-18 wide:gap-x-8 wide:px-10">
        {brand}
        <nav aria-label="Site" className="ml-auto hidden wide:block">
          <ul className="flex flex-wrap gap-x-8">
            {links
              .filter(({ onlyInMenu }) => !onlyInMenu)
              .map((entry) => (
                <li key={entry.label}>{draw(entry, "text-sm")}</li>
              ))}
          </ul>
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 wide:ml-0 @max-xs:order-last @max-xs:basis-full @max-xs:pb-2">
          {end}
        </div>
        <IconButton
          label={open ? "Close menu" : "Open menu"}
          icon={open ? <X className="size-5" /> : <Menu className="size-5" />}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
          className="wide:hidden @max-xs:ml-auto"
        />
      </div>
      <nav
        id={panelId}
        aria-label="Site"
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-y bg-background px-4 py-2 sm:px-6 wide:hidden"
      >
        <ul>
          {links.map((entry) => (
            <li
              key={entry.label}
              className={classNames("border-b last:border-b-0", entry.onlyInMenu && "sm:hidden")}
            >
              {draw(entry, "flex min-h-12 items-center text-base")}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
