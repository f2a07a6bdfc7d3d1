import { AlertDialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { buttonClass } from "./button-class.ts";
import { Button } from "./button.tsx";
import { CountedDialog } from "./open-dialogs.ts";
import { useFocusReturn } from "./use-focus-return.ts";

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** States the consequences and whether they can be undone. */
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "primary" | "danger" | "signal";
  /** While set, the confirm button shows this text and the dialog stays open. */
  busy?: string | false | undefined;
  /** Does not close the dialog: set `open` to false when the action is done. */
  onConfirm: () => void;
}

/** Asks for confirmation. The cancel button has the initial focus. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = "Cancel",
  tone = "primary",
  busy,
  onConfirm,
}: AlertDialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}>
      {/* Outside the element in full screen, it would be invisible. */}
      <Primitive.Portal container={open ? document.fullscreenElement : null}>
        {/* The same z-index as dialogs, so that it covers a dialog that opened it. */}
        <Primitive.Overlay className="fade fixed inset-0 z-50 bg-scrim" />
        <Primitive.Content
          {...focusReturn}
          {...(description ? {} : { "aria-describedby": undefined })}
          className="dialog-motion fixed inset-x-0 bottom-0 z-50 rounded-t-md border-t bg-panel p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] sm:p-6 wide:inset-0 wide:m-auto wide:h-fit wide:w-[26rem] wide:rounded-md wide:border"
        >
          <CountedDialog />
          <Primitive.Title className="font-heading text-2xl">{title}</Primitive.Title>
          {description && (
            <Primitive.Description className="mt-2 text-base text-soft">{description}</Primitive.Description>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Primitive.Cancel className={buttonClass("outline")}>{cancelLabel}</Primitive.Cancel>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
