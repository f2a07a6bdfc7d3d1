import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import type { ConnectedDestination } from "#modules/publishing/contract/destinations.ts";
import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";

import { removeDestination } from "./queries.ts";
import { useRefreshDestinations } from "./use-refresh-destinations.ts";

interface DisconnectButtonProps {
  destination: Pick<ConnectedDestination, "id" | "kind" | "title">;
}

/** Disconnects a destination, after a confirmation. */
export function DisconnectButton({ destination: { id, kind, title } }: DisconnectButtonProps) {
  const refresh = useRefreshDestinations();
  const [confirming, setConfirming] = useState(false);
  const ending = useMutation({
    mutationFn: () => removeDestination(id),
    onSuccess: (message) => toast.success(message),
    onError: (error) => showErrorToast(error),
    onSettled: () => {
      setConfirming(false);
      refresh();
    },
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
        onConfirm={() => ending.mutate()}
      />
    </>
  );
}
