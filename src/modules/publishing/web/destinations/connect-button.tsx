import { useState } from "react";

import { openConsentPage } from "#core/web/open-consent-page.ts";
import { useChange } from "#core/web/use-change.ts";
import {
  type ConnectedDestination,
  destinationsEndpoints,
} from "#modules/publishing/contract/destinations.ts";
import { descriptors, type DestinationKind } from "#modules/publishing/platforms/platforms.ts";
import { Button } from "#ui/button.tsx";

import { FormDialog } from "./form-dialog.tsx";

interface ConnectButtonProps {
  kind: DestinationKind;
  /** The connection to renew; without one, a new destination is connected. */
  renewed?: Pick<ConnectedDestination, "id" | "account">;
  label?: string;
}

/** Connects a destination: at the platform's consent screen, which returns to the settings, or in a dialog. */
export function ConnectButton({ kind, renewed, label }: ConnectButtonProps) {
  const { connection, connectLabel } = descriptors[kind];
  const [dialogOpen, setDialogOpen] = useState(false);
  const request = useChange(destinationsEndpoints.startAuthorization, {
    fallback: "Invalid OAuth URL",
    onSuccess: ({ data: url }) => openConsentPage(url),
  });
  const start = () => {
    if (connection.form) setDialogOpen(true);
    else request.mutate({ params: { kind }, body: renewed ? { destinationId: renewed.id } : {} });
  };
  return (
    <>
      <Button
        size={renewed ? "small" : "medium"}
        variant={renewed ? "primary" : "outline"}
        // Stays busy after success: leaving for another site takes a moment.
        busy={(request.isPending || request.isSuccess) && "Redirecting to OAuth..."}
        onClick={start}
      >
        {label ?? (renewed ? "Reconnect" : `Connect ${connectLabel}`)}
      </Button>
      {dialogOpen && connection.form && (
        <FormDialog
          kind={kind}
          form={connection.form}
          account={renewed?.account ?? ""}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </>
  );
}
