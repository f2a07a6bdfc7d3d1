import { Menu, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from "react";

import { IconButton } from "./icon-button.tsx";
import { plainLink, type LinkRenderer } from "./link-renderer.tsx";
import { SkipLink } from "./skip-link.tsx";
import type { TopBarLink } from "./top-bar.tsx";

interface CompactBarProps {
  /** The logo as a link. */
  brand: ReactNode;
  links: readonly TopBarLink[];
  /** Controls on the right, when narrow in the menu. */
  end: ReactNode;
  link?: LinkRenderer;
  /** The element that the page fills, see `InTopBar`. */
  slotRef: Ref<HTMLDivElement>;
}

/** Navigation, 56 px tall, that the page fills. A burger button opens the links. */
export function CompactBar({ brand, links, end, link = plainLink, slotRef }: CompactBarProps) {
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
  return (
    <header ref={header} className="relative z-30 border-b bg-background">
      <SkipLink />
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 wide:gap-x-4">
        {brand}
        <div ref={slotRef} className="contents" />
        <div className="flex items-center gap-2 max-wide:hidden">{end}</div>
        <IconButton
          label={open ? "Close menu" : "Open menu"}
          icon={open ? <X className="size-5" /> : <Menu className="size-5" />}
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
          className="max-wide:ml-auto"
        />
      </div>
      <nav
        id={panelId}
        aria-label="Site"
        hidden={!open}
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-100%)] overflow-y-auto border-y bg-background px-4 py-2 sm:px-6 wide:left-auto wide:w-64 wide:border-l"
      >
        {open && <div className="flex justify-end gap-2 border-b py-1 wide:hidden">{end}</div>}
        <ul>
          {links.map((entry) => (
            <li key={entry.label} className="border-b last:border-b-0">
              {link({
                href: entry.href,
                "aria-current": undefined,
                className: "flex min-h-12 items-center font-medium text-soft hover:text-ink",
                onClick: () => setOpen(false),
                children: entry.label,
              })}
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
