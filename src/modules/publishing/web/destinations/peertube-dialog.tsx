import { useState } from "react";
import { toast } from "sonner";

import { AppError } from "#core/error.ts";
import { useChange } from "#core/web/use-change.ts";
import { destinationsEndpoints } from "#modules/publishing/contract/destinations.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import { ConnectionDialog } from "./connection-dialog.tsx";

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
  const [otpNeeded, setOtpNeeded] = useState(false);
  const connecting = useChange(destinationsEndpoints.connectPeerTube, {
    fallback: "Failed to connect the channel",
    errorToast: false,
    onSuccess: ({ data: { connected } }) => {
      if (!connected) return;
      toast.success(`${connected.title} is connected`);
      onClose();
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === "second_factor_needed") setOtpNeeded(true);
    },
  });
  const channels = connecting.data?.data.connected === null ? connecting.data.data.channels : [];
  const submit = (text: (name: string) => string) => {
    const [otp, channel] = [text("otp"), text("channel") || known];
    connecting.mutate({
      body: {
        address: text("address"),
        username: text("username"),
        password: text("password"),
        ...(otp !== "" && { otp }),
        ...(channel !== "" && { channel }),
      },
    });
  };
  return (
    <ConnectionDialog
      name="PeerTube"
      again={account !== ""}
      description="The password is used once to log in and is not stored."
      busy={connecting.isPending}
      error={connecting.error}
      onSubmit={submit}
      onClose={onClose}
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
      <TextField name="password" type="password" label="Password" required autoComplete="current-password" />
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
    </ConnectionDialog>
  );
}
