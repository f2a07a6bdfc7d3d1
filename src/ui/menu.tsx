import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import { type ReactElement, useId, useState } from "react";

import { classNames } from "./class-names.ts";

interface MenuItem {
  label: string;
  /** Heading of this item and of the others with the same group. */
  group?: string;
  icon?: LucideIcon;
  onSelect: () => void;
  /** Whether the menu stays open, for actions that are repeated. */
  staysOpen?: boolean;
  /** For destructive actions. */
  danger?: boolean;
  /** Whether this choice applies, for menus that choose one of several values. */
  checked?: boolean;
  /** For choices that are independent of the others. */
  toggles?: boolean;
}

interface MenuProps {
  /** The button that opens the menu. The menu has its name. */
  trigger: ReactElement;
  /** Shown above the items and read as the menu's description. */
  note?: string;
  items: readonly MenuItem[];
}

/** A menu below its button, or above it if there is no space. */
export function Menu({ trigger, note, items }: MenuProps) {
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
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) w-44 overflow-y-auto rounded-md border bg-panel p-1 text-ink"
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
              className="not-first:mt-1 not-first:border-t"
            >
              {group !== undefined && (
                <Primitive.Label className="px-2.5 pt-2 pb-1 text-xs text-soft">{group}</Primitive.Label>
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

function Item({ label, icon: Icon, onSelect, staysOpen, danger, checked, toggles }: MenuItem) {
  const props = {
    onSelect: (event: Event) => {
      if (staysOpen) event.preventDefault();
      onSelect();
    },
    className: classNames(
      "flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-sm font-medium focus:bg-raised focus-visible:-outline-offset-2 pointer-coarse:min-h-11",
      danger ? "text-fault" : "text-soft focus:text-ink aria-checked:text-ink",
    ),
    children: (
      <>
        {Icon && <Icon className="size-4.5" strokeWidth={1.75} aria-hidden />}
        {label}
        {checked && <span className="ml-auto size-1.5 rounded-full bg-ink" />}
      </>
    ),
  };
  if (checked === undefined) return <Primitive.Item {...props} />;
  if (toggles) return <Primitive.CheckboxItem {...props} checked={checked} />;
  return <Primitive.RadioItem {...props} value={label} />;
}
