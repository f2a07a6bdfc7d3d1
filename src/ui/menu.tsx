import type { LucideIcon } from "lucide-react";
import {
  Fragment,
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";

import { classNames } from "./class-names.ts";

interface MenuItem {
  label: string;
  /** Heading of this item and those after it with the same group. */
  group?: string;
  icon?: LucideIcon;
  onSelect: () => void;
  /** For destructive actions. */
  danger?: boolean;
  /** Whether this choice applies, for menus that choose one of several values. */
  checked?: boolean;
  /** For choices that are independent of the others. */
  toggles?: boolean;
}

/** Props of the button that opens a menu. */
interface MenuTriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  "aria-haspopup": "menu";
}

interface MenuProps {
  /** Accessible name. */
  label: string;
  /** Shown above the items and part of the accessible name. */
  note?: string;
  items: readonly MenuItem[];
  renderTrigger: (props: MenuTriggerProps) => ReactNode;
}

/** In pixels. */
const width = 176;
const gap = 6;
const edge = 8;

/** A menu below its button, or above it if there is no space. Uses the native popover, so that it loads no library. */
export function Menu({ label, note, items, renderTrigger }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const initial = Math.max(
    0,
    items.findIndex(({ checked }) => checked),
  );

  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !menu.current) return;
    const { style } = menu.current;
    const isLow = box.bottom > window.innerHeight * 0.7;
    style.top = isLow ? "auto" : `${box.bottom + gap}px`;
    style.bottom = isLow ? `${window.innerHeight - box.top + gap}px` : "auto";
    const start = box.left + width + edge > window.innerWidth ? box.right - width : box.left;
    style.left = `${Math.max(edge, start)}px`;
  };
  useScroll(() => {
    if (menu.current?.matches(":popover-open")) place();
  });
  const press = (event: KeyboardEvent) => {
    const all = [...(menu.current?.querySelectorAll("button") ?? [])];
    const at = all.findIndex((item) => item === document.activeElement);
    if (event.key === "Tab") menu.current?.hidePopover();
    const next = targetOf(event.key, at, all.length);
    if (next === null) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <>
      {renderTrigger({ ref: button, popoverTarget: id, "aria-haspopup": "menu" })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={note === undefined ? label : `${label}. ${note}`}
        tabIndex={-1}
        style={{ width }}
        onBeforeToggle={place}
        onKeyDown={press}
        className="m-0 rounded-md border bg-panel p-1 text-ink"
      >
        {note !== undefined && (
          <p aria-hidden className="mb-1 border-b px-2.5 pt-1 pb-2 text-xs text-soft">
            {note}
          </p>
        )}
        {items.map(({ label: text, group, icon: Icon, onSelect, danger, checked, toggles }, index) => (
          <Fragment key={`${group ?? ""} ${text}`}>
            {group !== undefined && group !== items[index - 1]?.group && (
              <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-soft not-first:mt-1 not-first:border-t">
                {group}
              </p>
            )}
            <button
              type="button"
              role={checked === undefined ? "menuitem" : toggles ? "menuitemcheckbox" : "menuitemradio"}
              aria-checked={checked}
              // The browser focuses this element when the popover opens. React does not render the attribute.
              ref={(item) => void item?.toggleAttribute("autofocus", index === initial)}
              tabIndex={-1}
              onClick={() => {
                menu.current?.hidePopover();
                onSelect();
              }}
              className={classNames(
                "flex min-h-10 w-full items-center gap-3 rounded-sm px-2.5 text-left text-sm font-medium enabled-hover:bg-raised focus:bg-raised focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
                danger ? "text-fault" : "text-soft enabled-hover:text-ink aria-checked:text-ink",
              )}
            >
              {Icon && <Icon className="size-4.5" strokeWidth={1.75} aria-hidden />}
              {text}
              {checked && <span className="ml-auto size-1.5 rounded-full bg-ink" />}
            </button>
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** The index of the item that a key focuses, or null for other keys. */
function targetOf(key: string, at: number, count: number): number | null {
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function useScroll(listener: () => void): void {
  useEffect(() => {
    window.addEventListener("scroll", listener, { passive: true, capture: true });
    return () => window.removeEventListener("scroll", listener, { capture: true });
  });
}
