import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { buttonClass } from "./button-class.ts";
import { classNames } from "./class-names.ts";
import { CountedDialog } from "./open-dialogs.ts";
import { useFocusReturn } from "./use-focus-return.ts";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. Stays visible while the body scrolls. */
  footer?: ReactNode;
  /** Prevents closing by Escape, the backdrop or the close button. */
  locked?: boolean;
}

interface DialogFrameProps extends DialogProps {
  className: string;
}

function refuse(event: Event): void {
  event.preventDefault();
}

/** Base of dialog and sheet: backdrop, focus trap, sticky title and buttons. The close button is last in the tab order. */
export function DialogFrame({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  locked = false,
  className,
}: DialogFrameProps) {
  const focusReturn = useFocusReturn();
  const guard = locked ? { onEscapeKeyDown: refuse, onInteractOutside: refuse } : {};
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      {/* Outside the element in full screen, it would be invisible. */}
      <Primitive.Portal container={open ? document.fullscreenElement : null}>
        {/* On the level of the content, so that it also covers the dialog that opened this one. */}
        <Primitive.Overlay className="fade fixed inset-0 z-50 bg-scrim" />
        <Primitive.Content
          {...guard}
          {...focusReturn}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={classNames(
            "fixed z-50 flex flex-col overflow-y-auto overscroll-contain scroll-py-24 border-line bg-panel focus:outline-none",
            className,
          )}
        >
          <CountedDialog />
          <header className="sticky top-0 z-10 flex flex-col gap-1 bg-panel px-5 pt-5 pr-16 pb-3 sm:px-6 sm:pr-16">
            <Primitive.Title className="font-heading text-2xl">{title}</Primitive.Title>
            {description && (
              <Primitive.Description className="text-sm text-soft">{description}</Primitive.Description>
            )}
          </header>
          <div className="flex-1 px-5 pt-1 pb-6 sm:px-6">{children}</div>
          {footer && (
            <footer className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t bg-panel px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-6">
              {footer}
            </footer>
          )}
          {!locked && (
            <div className="sticky top-0 z-20 order-first h-0 w-full">
              <Primitive.Close
                aria-label="Close"
                className={buttonClass(
                  "quiet",
                  "medium",
                  "absolute! top-3.5 right-3 w-10 px-0! pointer-coarse:min-w-11",
                )}
              >
                <X className="size-4.5" aria-hidden />
              </Primitive.Close>
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
