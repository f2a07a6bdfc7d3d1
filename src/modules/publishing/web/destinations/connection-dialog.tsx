import { type ReactNode, useId } from "react";

import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";

interface ConnectionDialogProps {
  /** Name of the platform, such as "PeerTube". */
  name: string;
  /** Whether it was connected before. */
  again: boolean;
  description: string;
  /** Whether the server is connecting. */
  busy: boolean;
  /** Error of the last attempt. */
  error: Error | null;
  /** Receives the fields by their names; empty for those that aren't shown. */
  onSubmit: (text: (name: string) => string) => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A form that connects a destination. */
export function ConnectionDialog(props: ConnectionDialogProps) {
  const { name, again, description, busy, error, onSubmit, onClose, children } = props;
  const form = useId();
  const verb = again ? "Reconnect" : "Connect";
  return (
    <Dialog
      open
      size="small"
      locked={busy}
      onOpenChange={onClose}
      title={`${verb} ${name}`}
      description={description}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy && "Connecting..."}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          onSubmit((name) => String(fields.get(name) ?? ""));
        }}
      >
        {children}
        {error && (
          // Long forms fill the dialog, so that the message would appear below its edge.
          <div ref={(message) => message?.scrollIntoView({ block: "nearest" })}>
            <ErrorState message={error} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
