import { Menu, X } from "lucide-react";
import type { ReactNode, ToggleEvent } from "react";

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

interface BarMenuProps {
  panelId: string;
  links: readonly TopBarLink[];
  link: LinkRenderer;
  /** Controls above the links. */
  before?: ReactNode;
  className: string;
}

/** The button in a `group/bar` that opens the panel with this id, also before scripts run. */
export function BarMenuButton({ panelId, className }: Pick<BarMenuProps, "panelId" | "className">) {
  return (
    <IconButton
      label="Menu"
      icon={
        <>
          <Menu aria-hidden className="size-5 group-has-[:popover-open]/bar:hidden" />
          <X aria-hidden className="hidden size-5 group-has-[:popover-open]/bar:block" />
        </>
      }
      popoverTarget={panelId}
      className={className}
    />
  );
}

/** The links of a bar, below it. */
export function BarMenuPanel({ panelId, links, link, before, className }: BarMenuProps) {
  return (
    <nav
      id={panelId}
      popover="auto"
      aria-label="Site"
      onBeforeToggle={placeBelowBar}
      className={classNames(
        "inset-x-0 bottom-auto m-0 max-h-[calc(100dvh-4.5rem)] w-auto overflow-y-auto border-b bg-background px-4 py-2 text-ink sm:px-6",
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
            {renderLink(link, entry, "flex min-h-12 items-center text-base", () =>
              document.getElementById(panelId)?.hidePopover(),
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function placeBelowBar({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const bar = currentTarget.closest("header")?.getBoundingClientRect();
  currentTarget.style.top = `${bar?.bottom ?? 0}px`;
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
