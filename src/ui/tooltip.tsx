import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

interface TooltipProps {
  /** A few words; anything that must be read belongs on the page. */
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** One element that can have the focus. */
  children: ReactNode;
}

export function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>

        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-72 rounded-sm bg-ink px-2.5 py-1.5 text-sm text-on-ink"
        >
          {text}
        </Primitive.Content>
      </Primitive.Root>
    </Primitive.Provider>
  );
}
