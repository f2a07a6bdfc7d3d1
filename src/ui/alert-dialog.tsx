import { AlertDialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { buttonClass } from "./button-class.ts";
import { Button } from "./button.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: "primary" | "danger" | "signal";
  /** While set, the confirming button shows this and the dialog stays open. */
  busy?: string | false | undefined;
  /** Closes nothing by itself: close through `open` when the work is done. */
  onConfirm: () => void;
}

/** Asks before something that cannot be taken back. Focus starts on the safe answer. */
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
      <Primitive.Portal>
        {/* As high as dialogs, so that the one that asks from within a dialog lies over it. */}
        <Primitive.Overlay className="fade fixed inset-0 z-50 bg-scrim" />
        <Primitive.Content
          {...focusReturn}
          {...(description ? {} : { "aria-describedby": undefined })}
          className="dialog-motion fixed inset-x-0 bottom-0 z-50 rounded-t-md border-t bg-panel p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))] sm:p-6 wide:inset-0 wide:m-auto wide:h-fit wide:w-[26rem] wide:rounded-md wide:border"
        >
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
