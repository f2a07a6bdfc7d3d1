import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { destinationsKey, summaryKey } from "../query-keys.ts";
import { connectPeerTube } from "./queries.ts";

interface PeerTubeDialogProps {
  /** The channel of a connection to renew, such as `mira@videos.example.org`; empty for a new one. */
  account: string;
  onClose: () => void;
}

/**
 * Connects a channel of a PeerTube instance. The fields for the second factor and for the choice of a channel appear once
 * the login has shown that they are needed.
 */
export function PeerTubeDialog({ account, onClose }: PeerTubeDialogProps) {
  const [known = "", address = ""] = account.split("@");
  const form = useId();
  const queries = useQueryClient();
  const [otpNeeded, setOtpNeeded] = useState(false);
  const connecting = useMutation({
    mutationFn: connectPeerTube,
    onSuccess: ({ connected }) => {
      if (!connected) return;
      toast.success(`${connected.title} is connected`);
      void queries.invalidateQueries({ queryKey: destinationsKey });
      void queries.invalidateQueries({ queryKey: summaryKey });
      onClose();
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === "second_factor_needed") setOtpNeeded(true);
    },
  });
  const channels = connecting.data?.connected === null ? connecting.data.channels : [];
  const submit = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? "");
    const [otp, channel] = [text("otp"), text("channel") || known];
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
      title={account === "" ? "Connect PeerTube" : "Reconnect PeerTube"}
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
        {channels.length > 0 && (
          <SelectField
            name="channel"
            label="Channel"
            hint="This account has several channels. Choose the one to publish on."
            options={channels.map(({ name, title }) => ({ value: name, label: title }))}
          />
        )}
        {connecting.isError && <ErrorState message={connecting.error} />}
      </form>
    </Dialog>
  );
}
