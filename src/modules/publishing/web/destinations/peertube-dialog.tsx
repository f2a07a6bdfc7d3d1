import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { TextField } from "#ui/text-field.tsx";

import { destinationsKey, summaryKey } from "../query-keys.ts";
import { connectPeerTube } from "./queries.ts";

interface PeerTubeDialogProps {
  /** The address of a connection to renew; empty for a new one. */
  address: string;
  onClose: () => void;
}

/** Connects a channel of a PeerTube instance. The field for the second factor appears once the instance asks for it. */
export function PeerTubeDialog({ address, onClose }: PeerTubeDialogProps) {
  const form = useId();
  const queries = useQueryClient();
  const [otpNeeded, setOtpNeeded] = useState(false);
  const connecting = useMutation({
    mutationFn: connectPeerTube,
    onSuccess: ({ title }) => {
      toast.success(`${title} is connected`);
      void queries.invalidateQueries({ queryKey: destinationsKey });
      void queries.invalidateQueries({ queryKey: summaryKey });
      onClose();
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === "second_factor_needed") setOtpNeeded(true);
    },
  });
  const submit = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? "");
    const [otp, channel] = [text("otp"), text("channel")];
    connecting.mutate({
      ...{ address: text("address"), username: text("username"), password: text("password") },
      ...(otp !== "" && { otp }),
      ...(channel !== "" && { channel }),
    });
  };
  const busy = connecting.isPending;
  return (
    <Dialog
      open
      size="small"
      locked={busy}
      onOpenChange={onClose}
      title="Connect PeerTube"
      description="The password is used once to log in and is not stored."
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy && "Connecting..."}>
            Connect
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        <TextField
          name="address"
          label="Address of the instance"
          hint="As in your browser, such as videos.example.org"
          defaultValue={address}
          required
          autoComplete="url"
        />
        <TextField name="username" label="User name" required autoComplete="username" />
        <TextField
          name="password"
          type="password"
          label="Password"
          required
          autoComplete="current-password"
        />
        {otpNeeded && (
          <TextField
            name="otp"
            label="Code of the second factor"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        )}
        <TextField name="channel" label="Channel" optional hint="Its name; your first channel if empty" />
        {connecting.isError && <ErrorState message={connecting.error} />}
      </form>
    </Dialog>
  );
}
