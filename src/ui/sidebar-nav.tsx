import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { CountBadge } from "./badge.tsx";
import { classNames } from "./class-names.ts";
import { plainLink, type LinkRenderer } from "./link-renderer.tsx";

interface SidebarEntry {
  label: string;
  icon: LucideIcon;
  /** Link target; without it, the entry is a button that calls `onSelect`. */
  href?: string;
  onSelect?: () => void;
  active?: boolean;
  /** Number in the badge; hidden when 0. */
  count?: number;
  /** The unit of `count` for assistive technology: "unread". */
  countLabel?: string;
  /** Placed at the end of the bar on wide screens. */
  last?: boolean;
  /** Not in the bar of narrow screens, where another part of the screen offers it. */
  wideOnly?: boolean;
}

interface SidebarNavProps {
  /** Shown above the entries on wide screens. */
  brand?: ReactNode;
  entries: readonly SidebarEntry[];
  link?: LinkRenderer;
}

const entryClass = classNames(
  "relative flex min-h-14 w-full flex-col items-center justify-center gap-1 rounded-sm text-2xs font-medium max-sm:text-[0.625rem] max-sm:tracking-tight",
  "text-soft transition-colors enabled-hover:text-ink focus-visible:-outline-offset-2",
  "wide:min-h-11 wide:flex-row wide:justify-start wide:gap-3 wide:px-3 wide:text-base wide:enabled-hover:bg-raised",
);

/** Marks the current entry on the left edge, or on the top edge when narrow. */
const activeClass = classNames(
  "text-ink! before:absolute before:rounded-full before:bg-ink",
  "before:inset-x-4 before:-top-px before:h-0.5 wide:bg-raised wide:before:inset-x-auto wide:before:inset-y-2.5 wide:before:left-0 wide:before:h-auto wide:before:w-0.5",
);

/** Main navigation: a vertical bar on the left from 1100 px, a horizontal one at the bottom below. */
export function SidebarNav({ brand, entries, link = plainLink }: SidebarNavProps) {
  return (
    <nav
      aria-label="Main"
      className="sticky bottom-(--upload-bar) z-20 border-t bg-background px-1 pb-[env(safe-area-inset-bottom)] wide:top-0 wide:flex wide:h-(--screen-height) wide:w-54 wide:flex-col wide:border-t-0 wide:border-r wide:px-3.5 wide:py-5 xl:w-60"
    >
      {brand && <div className="mb-6 hidden px-2.5 wide:block">{brand}</div>}
      <ul className="flex wide:flex-1 wide:flex-col wide:gap-0.5">
        {entries.map((entry) => (
          <li
            key={entry.label}
            className={classNames(
              "min-w-0 flex-1 wide:flex-none",
              entry.last && "wide:mt-auto",
              entry.wideOnly && "hidden wide:block",
            )}
          >
            <Entry entry={entry} link={link} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ entry, link }: { entry: SidebarEntry; link: LinkRenderer }) {
  const { icon: Icon, label, count = 0, countLabel = "new" } = entry;
  const className = classNames(entryClass, entry.active && activeClass);
  const content = (
    <>
      <Icon aria-hidden className="size-5 wide:size-6.25" strokeWidth={1.75} />
      <span className="max-w-[calc(100%+0.5rem)] truncate">{label}</span>
      {count > 0 && (
        <span className="absolute top-1 left-1/2 ml-1.5 wide:static wide:ml-auto">
          <CountBadge count={count} label={countLabel} />
        </span>
      )}
    </>
  );
  if (entry.href !== undefined) {
    return link({
      href: entry.href,
      className,
      children: content,
      "aria-current": entry.active ? "page" : undefined,
    });
  }
  return (
    <button type="button" className={className} onClick={entry.onSelect}>
      {content}
    </button>
  );
}
