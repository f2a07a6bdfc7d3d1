import { Menu, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";

import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import type { LinkRenderer } from "./link-renderer.tsx";

export interface TopBarLink {
  label: string;
  href: string;
  active?: boolean;
  /** Only in the menu below 640 px, where the controls on the right have no space for it. */
  onlyInMenu?: boolean;
  /** For additional behaviour, such as scrolling to a section. */
  onClick?: () => void;
}

interface BarMenu {
  /** The bar; Escape and pressing outside of it close the menu. */
  header: RefObject<HTMLElement | null>;
  panelId: string;
  open: boolean;
  setOpen: (open: boolean) => void;
}

/** The menu that opens below a navigation bar. */
export function useBarMenu(): BarMenu {
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
  return { header, panelId, open, setOpen };
}

interface BarMenuButtonProps {
  menu: Pick<BarMenu, "panelId" | "open" | "setOpen">;
  className: string;
}

export function BarMenuButton({ menu: { panelId, open, setOpen }, className }: BarMenuButtonProps) {
  return (
    <IconButton
      label={open ? "Close menu" : "Open menu"}
      icon={open ? <X className="size-5" /> : <Menu className="size-5" />}
      aria-expanded={open}
      aria-controls={panelId}
      onClick={() => setOpen(!open)}
      className={className}
    />
  );
}

interface BarMenuPanelProps {
  menu: Pick<BarMenu, "panelId" | "open" | "setOpen">;
  links: readonly TopBarLink[];
  link: LinkRenderer;
  /** Controls above the links. */
  before?: ReactNode;
  className: string;
}

/** The links of a bar, below it. */
export function BarMenuPanel({ menu, links, link, before, className }: BarMenuPanelProps) {
  const { panelId, open, setOpen } = menu;
  return (
    <nav
      id={panelId}
      aria-label="Site"
      hidden={!open}
      className={classNames(
        "absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-y bg-background px-4 py-2 sm:px-6",
        className,
      )}
    >
      {before}
      <ul>
        {links.map((entry) => (
          <li
            key={entry.label}
            className={classNames("border-b last:border-b-0", entry.onlyInMenu && "sm:hidden")}
          >
            {renderLink(link, entry, "flex min-h-12 items-center text-base", () => setOpen(false))}
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function renderLink(link: LinkRenderer, entry: TopBarLink, className: string, onClick?: () => void) {
  return link({
    href: entry.href,
    "aria-current": entry.active ? "page" : undefined,
    className: classNames(
      "font-medium text-soft transition-colors hover:text-ink aria-[current]:text-ink",
      className,
    ),
    onClick: () => {
      onClick?.();
      entry.onClick?.();
    },
    children: entry.label,
  });
}
