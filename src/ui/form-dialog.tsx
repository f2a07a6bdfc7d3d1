import { type ReactNode, type SubmitEvent, useId } from "react";

import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  title: string;
  description: ReactNode;
  cancelLabel?: string;
  submitLabel: string;
  /** Label of the submit button while the form is sent: "Saving...". */
  busy: string | false;
  tone?: "primary" | "danger";
  onClose: () => void;
  /** Such as what `handleSubmit` of a form returns. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  children: ReactNode;
}

/** A small dialog with a form, which stays open while the form is sent. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, cancelLabel = "Cancel", submitLabel, busy, tone = "primary", onClose } = props;
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy !== false}
      size="small"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={busy !== false}>
            {cancelLabel}
          </Button>
          <Button type="submit" form={id} variant={tone} busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void props.onSubmit(event)}>
        {props.children}
      </form>
    </Dialog>
  );
}
