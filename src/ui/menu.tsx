import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import { type ReactElement, useId, useState } from "react";

import { classNames } from "./class-names.ts";

export interface MenuItem {
  label: string;
  /** Heading of this item and of the others with the same group. */
  group?: string;
  icon?: LucideIcon;
  onSelect: () => void;
  /** For destructive actions. */
  danger?: boolean;
  /** Whether this choice applies, for menus that choose one of several values. */
  checked?: boolean;
  /** For choices that are independent of the others. */
  toggles?: boolean;
  /** Whether the menu stays open, so that several choices can be made. */
  staysOpen?: boolean;
  /** Below the label; part of the item's name. */
  hint?: string | undefined;
  /** For short labels: three in a row. All items of the group are compact. */
  compact?: boolean;
}

interface MenuProps {
  /** The button that opens the menu. The menu has its name. */
  trigger: ReactElement;
  /** Shown above the items and read as the menu's description. */
  note?: string;
  items: readonly MenuItem[];
  /** For items with hints. */
  wide?: boolean;
}

/** A menu below its button, or above it if there is no space. */
export function Menu({ trigger, note, items, wide = false }: MenuProps) {
  const noteId = useId();
  const [open, setOpen] = useState(false);
  const groups = [...Map.groupBy(items, ({ group }) => group)];
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      {/* Outside the element in full screen, it would be invisible. */}
      <Primitive.Portal container={open ? document.fullscreenElement : null}>
        <Primitive.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          loop
          aria-describedby={note === undefined ? undefined : noteId}
          className={classNames(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-md border bg-panel p-1 text-ink",
            wide ? "w-64" : "w-44",
          )}
        >
          {note !== undefined && (
            <p id={noteId} className="mb-1 border-b px-2.5 pt-1 pb-2 text-xs text-soft">
              {note}
            </p>
          )}
          {groups.map(([group, members]) => (
            <Primitive.RadioGroup
              key={group ?? ""}
              aria-label={group}
              value={members.find(({ checked, toggles }) => checked && !toggles)?.label ?? ""}
              className={classNames(
                "not-first:mt-1 not-first:border-t",
                members.some(({ compact }) => compact) && "grid grid-cols-3",
              )}
            >
              {group !== undefined && (
                <Primitive.Label className="col-span-full px-2.5 pt-2 pb-1 text-xs text-soft">
                  {group}
                </Primitive.Label>
              )}
              {members.map((item) => (
                <Item key={item.label} {...item} />
              ))}
            </Primitive.RadioGroup>
          ))}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item(item: MenuItem) {
  const { label, icon: Icon, onSelect, danger, checked, toggles, staysOpen, hint, compact } = item;
  const props = {
    onSelect: (event: Event) => {
      if (staysOpen) event.preventDefault();
      onSelect();
    },
    className: classNames(
      "flex min-h-10 cursor-pointer items-center rounded-sm text-sm font-medium focus:bg-raised focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
      compact ? "gap-1.5 pr-1 pl-2.5 whitespace-nowrap" : "gap-3 px-2.5",
      danger ? "text-fault" : "text-soft focus:text-ink aria-checked:text-ink",
    ),
    children: (
      <>
        {Icon && <Icon className="size-4.5" strokeWidth={1.75} aria-hidden />}
        {hint === undefined ? (
          label
        ) : (
          <span className="py-1.5">
            <span className="block">{label}</span>
            <span className="block text-xs font-normal text-soft">{hint}</span>
          </span>
        )}
        {checked && <span className="ml-auto size-1.5 shrink-0 rounded-full bg-ink" />}
      </>
    ),
  };
  if (checked === undefined) return <Primitive.Item {...props} />;
  if (toggles) return <Primitive.CheckboxItem {...props} checked={checked} />;
  return <Primitive.RadioItem {...props} value={label} />;
}
