import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import {
  type ConnectedDestination,
  destinationsEndpoints,
} from "#modules/publishing/contract/destinations.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";

interface DisconnectButtonProps {
  destination: Pick<ConnectedDestination, "id" | "kind" | "title">;
}

/** Disconnects a destination, after a confirmation. */
export function DisconnectButton({ destination: { id, kind, title } }: DisconnectButtonProps) {
  const [confirming, setConfirming] = useState(false);
  const ending = useChange(destinationsEndpoints.remove, {
    fallback: "Failed to disconnect",
    successToast: true,
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setConfirming(true)}>
        Disconnect
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Disconnect ${title}?`}
        description={descriptors[kind].disconnecting}
        confirmLabel="Disconnect"
        tone="danger"
        busy={ending.isPending && "Disconnecting..."}
        onConfirm={() => ending.mutate({ params: { destinationId: id } })}
      />
    </>
  );
}
