import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { deliveriesEndpoints } from "#modules/publishing/contract/deliveries.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";

import { progressQuery } from "./queries.ts";

/** Cancels a delivery whose video is not public, after a confirmation. */
export function CancelDelivery(delivery: { taskId: number; deliveryId?: string }) {
  const [confirming, setConfirming] = useState(false);
  const cancelling = useChange(deliveriesEndpoints.cancel, {
    stores: progressQuery(delivery.taskId).queryKey,
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button variant="outline" onClick={() => setConfirming(true)}>
        Cancel publishing
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel publishing?"
        description="Publishing stops, and what was uploaded is deleted from your channel. The approved version stays, so you can publish it later."
        confirmLabel="Cancel publishing"
        cancelLabel="Continue publishing"
        tone="danger"
        busy={cancelling.isPending && "Cancelling..."}
        onConfirm={() => cancelling.mutate({ body: delivery })}
      />
    </>
  );
}
