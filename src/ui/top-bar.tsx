import { Menu, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from "react";

import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import { plainLink, type LinkRenderer } from "./link-renderer.tsx";
import { SkipLink } from "./skip-link.tsx";
import { useMediaQuery } from "./use-media-query.ts";

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
  /** The element of a compact bar that the page fills, see `InTopBar`. Makes the bar compact. */
  slotRef?: Ref<HTMLDivElement>;
}

/**
 * Sticky navigation, 72 px tall, or 60 px when narrow, where a burger button opens the links. When large text does not
 * fit in one row, the controls wrap below the brand. A compact bar is 56 px tall, does not stick, and has the links in
 * its menu at every width, when narrow also the controls.
 */
export function TopBar({ brand, links, end, link = plainLink, slotRef }: TopBarProps) {
  const compact = slotRef !== undefined;
  const wide = useMediaQuery("(width >= 1100px)");
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
    <header
      ref={header}
      className={classNames(
        "@container inset-x-0 top-0 z-30 border-b bg-background",
        compact ? "relative" : "sticky",
      )}
    >
      <SkipLink />
      <div
        className={classNames(
          "mx-auto flex flex-wrap items-center gap-x-3 px-4",
          compact ? "min-h-14 wide:gap-x-4" : "min-h-15 sm:px-6 wide:min-h-18 wide:gap-x-8 wide:px-10",
        )}
      >
        {brand}
        {compact ? (
          <div ref={slotRef} className="contents" />
        ) : (
          <nav aria-label="Site" className="ml-auto hidden wide:block">
            <ul className="flex flex-wrap gap-x-8">
              {links
                .filter(({ onlyInMenu }) => !onlyInMenu)
                .map((entry) => (
                  <li key={entry.label}>{draw(entry, "text-sm")}</li>
                ))}
            </ul>
          </nav>
        )}
        {(!compact || wide) && (
          <div
            className={classNames(
              "ml-auto flex flex-wrap items-center justify-end gap-2 wide:ml-0",
              !compact && "@max-xs:order-last @max-xs:basis-full @max-xs:pb-2",
            )}
          >
            {end}
          </div>
        )}
        <IconButton
          label={open ? "Close menu" : "Open menu"}
          icon={open ? <X className="size-5" /> : <Menu className="size-5" />}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
          className={compact ? "max-wide:ml-auto" : "wide:hidden @max-xs:ml-auto"}
        />
      </div>
      <nav
        id={panelId}
        aria-label="Site"
        hidden={!open}
        className={classNames(
          "absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-y bg-background px-4 py-2 sm:px-6",
          compact ? "wide:left-auto wide:w-64 wide:border-l" : "wide:hidden",
        )}
      >
        {compact && !wide && <div className="flex items-center justify-end gap-2 border-b py-1">{end}</div>}
        <ul>
          {links.map((entry) => (
            <li
              key={entry.label}
              className={classNames("border-b last:border-b-0", entry.onlyInMenu && !compact && "sm:hidden")}
            >
              {draw(entry, "flex min-h-12 items-center text-base")}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
