import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface MenuItem {
  label: string;
  icon?: LucideIcon;
  onSelect: () => void;
  /** For what destroys something. */
  danger?: boolean;
  disabled?: boolean;
}

interface MenuProps {
  /** One button; the menu opens under it. */
  trigger: ReactNode;
  /** Names the menu when the trigger alone does not say it. */
  label?: string;
  items: readonly MenuItem[];
  align?: "start" | "end";
}

/** Stands in the page beside its trigger, not at the end of the document, and so stays in the trigger's landmark. */
export function Menu({ trigger, label, items, align = "end" }: MenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>

      <Primitive.Content
        aria-label={label}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="fade z-60 min-w-44 rounded-md border bg-panel p-1 text-ink"
      >
        {items.map(({ label: text, icon: Icon, onSelect, danger, disabled }) => (
          <Primitive.Item
            key={text}
            disabled={disabled ?? false}
            onSelect={onSelect}
            className={classNames(
              "flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 text-sm font-medium focus-visible:-outline-offset-2 data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-raised pointer-coarse:min-h-11",
              danger ? "text-fault" : "text-soft data-highlighted:text-ink",
            )}
          >
            {Icon && <Icon aria-hidden strokeWidth={1.75} className="size-4.5" />}
            {text}
          </Primitive.Item>
        ))}
      </Primitive.Content>
    </Primitive.Root>
  );
}
