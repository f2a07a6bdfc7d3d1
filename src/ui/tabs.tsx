import { Tabs as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

import { classNames } from "./class-names.ts";

interface TabsProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Name for assistive technology. */
  label: string;
  /** A `count` that is undefined is still loading: its place is reserved, so that the tabs after it don't move. */
  tabs: readonly { value: string; label: string; count?: number | undefined }[];
  /** For narrow panels. */
  dense?: boolean;
  /** Shown at the right end of the row. */
  end?: ReactNode;
  /** One `TabPanel` per tab. */
  children: ReactNode;
  className?: string;
}

export function Tabs({ value, onValueChange, label, tabs, dense, end, children, className }: TabsProps) {
  return (
    <Primitive.Root value={value} onValueChange={onValueChange} className={className}>
      <div className="flex items-end justify-between gap-4 border-b">
        <Primitive.List
          aria-label={label}
          className={classNames("-mx-2 scrollbar-none flex overflow-x-auto", dense ? "text-sm" : "gap-2")}
        >
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              className="relative flex min-h-11 items-center justify-center gap-1.5 rounded-sm px-2 font-semibold whitespace-nowrap text-faint transition-colors after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:bg-transparent enabled-hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:min-w-11 data-[state=active]:text-ink data-[state=active]:after:bg-ink"
            >
              {tab.label}
              {"count" in tab && (
                <span className="min-w-[2ch] tabular-nums text-left text-sm font-normal text-soft">
                  {tab.count}
                </span>
              )}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {end}
      </div>
      {children}
    </Primitive.Root>
  );
}

export function TabPanel({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content {...props} className={classNames("pt-4 focus-visible:outline-offset-4", className)} />
  );
}
