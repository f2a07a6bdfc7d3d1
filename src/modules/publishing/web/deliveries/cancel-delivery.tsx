import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";
import { LazyAlertDialog } from "#ui/lazy-alert-dialog.tsx";

import { cancelDelivery, progressQuery } from "./queries.ts";

/** Cancels a delivery whose video is not public, after a confirmation. */
export function CancelDelivery(delivery: { taskId: number; deliveryId?: string }) {
  const { taskId } = delivery;
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const cancelling = useMutation({
    mutationFn: () => cancelDelivery(delivery),
    onSuccess: (progress) => queries.setQueryData(progressQuery(taskId).queryKey, progress),
    onError: (error) => showErrorToast(error),
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button variant="outline" onClick={() => setConfirming(true)}>
        Cancel publishing
      </Button>
      <LazyAlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel publishing?"
        description="Publishing stops, and what was uploaded is deleted from your channel. The approved version stays, so you can publish it later."
        confirmLabel="Cancel publishing"
        cancelLabel="Continue publishing"
        tone="danger"
        busy={cancelling.isPending && "Cancelling..."}
        onConfirm={() => cancelling.mutate()}
      />
    </>
  );
}
