import { Menu, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";

import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { plainLink, type LinkRenderer } from "#ui/link-renderer.tsx";
import { SkipLink } from "#ui/skip-link.tsx";

export interface TopBarLink {
  label: string;
  href: string;
  active?: boolean;
  /** For a link that does more than lead somewhere, such as scrolling to a section. */
  onClick?: () => void;
}

interface TopBarProps {
  /** The logo, already a link. */
  brand: ReactNode;
  links: readonly TopBarLink[];
  /** Controls at the right end, at every width. */
  end: ReactNode;
  link?: LinkRenderer;
}

/** Fixed to the top; 72 px tall when wide, 60 px when narrow, where the links go into a panel behind a burger button. */
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
    <header ref={header} className="fixed inset-x-0 top-0 z-30 border-b bg-background">
      <SkipLink />
      <div className="mx-auto flex h-15 items-center gap-3 px-4 sm:px-6 wide:h-18 wide:gap-8 wide:px-10">
        {brand}
        <nav aria-label="Site" className="ml-auto hidden wide:block">
          <ul className="flex gap-8">
            {links.map((entry) => (
              <li key={entry.label}>{draw(entry, "text-sm")}</li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2 wide:ml-0">{end}</div>
        <IconButton
          label={open ? "Close menu" : "Open menu"}
          icon={open ? <X className="size-5" /> : <Menu className="size-5" />}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
          className="wide:hidden"
        />
      </div>
      <nav id={panelId} aria-label="Site" hidden={!open} className="border-t px-4 py-2 sm:px-6 wide:hidden">
        <ul>
          {links.map((entry) => (
            <li key={entry.label} className="border-b last:border-b-0">
              {draw(entry, "flex min-h-12 items-center text-base")}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
