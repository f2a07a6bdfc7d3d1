import { Menu, X } from "lucide-react";
import type { ReactNode, ToggleEvent } from "react";

import { CountBadge } from "./badge.tsx";
import { classNames } from "./class-names.ts";
import { IconButton } from "./icon-button.tsx";
import type { LinkRenderer } from "./link-renderer.tsx";

export interface TopBarLink {
  label: string;
  href: string;
  active?: boolean;
  /** Only in the menu below 640 px, where the controls on the right have no space for it. */
  onlyInMenu?: boolean;
  /** Number of unread items behind the link; hidden when 0. */
  unread?: number;
  /** For additional behaviour, such as scrolling to a section. */
  onClick?: () => void;
}

/** An entry of the menu that opens no page. */
interface MenuAction {
  label: string;
  onSelect: () => void;
}

export type MenuEntry = TopBarLink | MenuAction;

interface BarMenuProps {
  panelId: string;
  /** Accessible name of the navigation. */
  label?: string;
  links: readonly MenuEntry[];
  link: LinkRenderer;
  /** Controls above the links. */
  before?: ReactNode;
  className: string;
}

interface BarMenuButtonProps extends Pick<BarMenuProps, "panelId" | "className"> {
  /** Number of unread items behind the links. */
  unread?: number | undefined;
}

/** The button in a `group/bar` that opens the panel with this id, also before scripts run. */
export function BarMenuButton({ panelId, unread = 0, className }: BarMenuButtonProps) {
  return (
    <IconButton
      label={unread > 0 ? `Menu, ${unread} unread` : "Menu"}
      icon={
        <>
          {unread > 0 && (
            <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-tally" />
          )}
          <Menu aria-hidden className="size-5 group-has-[:popover-open]/bar:hidden" />
          <X aria-hidden className="hidden size-5 group-has-[:popover-open]/bar:block" />
        </>
      }
      popoverTarget={panelId}
      className={classNames("relative", className)}
    />
  );
}

/** The links of a bar, below it. */
export function BarMenuPanel({ panelId, label = "Site", links, link, before, className }: BarMenuProps) {
  const close = () => document.getElementById(panelId)?.hidePopover();
  return (
    <nav
      id={panelId}
      popover="auto"
      aria-label={label}
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
            className={classNames(
              "border-b last:border-b-0",
              "onlyInMenu" in entry && entry.onlyInMenu && "sm:hidden",
            )}
          >
            {"href" in entry ? (
              renderLink(link, entry, entryClass, close)
            ) : (
              <button
                type="button"
                onClick={() => {
                  close();
                  entry.onSelect();
                }}
                className={classNames(textClass, entryClass, "w-full")}
              >
                {entry.label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const entryClass = "flex min-h-12 items-center justify-between gap-3 text-base";
const textClass = "font-medium text-soft transition-colors hover:text-ink aria-[current]:text-ink";

function placeBelowBar({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const bar = currentTarget.closest("header")?.getBoundingClientRect();
  currentTarget.style.top = `${bar?.bottom ?? 0}px`;
}

export function renderLink(link: LinkRenderer, entry: TopBarLink, className: string, onClick?: () => void) {
  return link({
    href: entry.href,
    "aria-current": entry.active ? "page" : undefined,
    className: classNames(textClass, className),
    onClick: () => {
      onClick?.();
      entry.onClick?.();
    },
    children: (
      <>
        {entry.label}
        {entry.unread ? <CountBadge count={entry.unread} /> : null}
      </>
    ),
  });
}
